-- A chunk's last change is all a follower needs, however far behind it is.
DELETE FROM changes WHERE sequence NOT IN (SELECT max(sequence) FROM changes GROUP BY key);
CREATE UNIQUE INDEX changes_key ON changes (key);
