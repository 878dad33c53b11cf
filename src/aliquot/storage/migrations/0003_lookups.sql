-- Answers of look-up services; found_at and ttl_s in seconds, found_at since the epoch.
CREATE TABLE lookups (
    resolver TEXT NOT NULL,
    key TEXT NOT NULL,
    answer TEXT NOT NULL,
    found_at DOUBLE PRECISION NOT NULL,
    ttl_s DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (resolver, key)
);
