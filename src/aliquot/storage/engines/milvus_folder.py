"""Milvus Lite: Milvus's own protocol over a folder, served inside this process.

A folder is open in one process at a time; what opens it there again shares its server, and it is
free for other processes when the last has closed it. Not on Windows.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path
from threading import Lock

from milvus_lite.adapter.grpc.server import start_server_in_thread
from milvus_lite.exceptions import DataDirLockedError, MilvusLiteError

from aliquot.errors import StoreError

__all__ = ["FAULTS", "FolderServer", "served"]

# What its database raises, before there is a protocol to carry it.
FAULTS: tuple[type[Exception], ...] = (MilvusLiteError, OSError, ValueError, RuntimeError)


class FolderServer:
    """The server of one folder."""

    def __init__(self, path: Path) -> None:
        """Open the folder and serve it.

        Args:
            path: Of the database, a folder.

        Raises:
            StoreError: Another process has it open.
        """
        self.path = path
        self.users = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        # Milvus Lite knows no passwords: a port would be open to everybody on this machine, a
        # socket in a folder of mode 700 is not.
        self._place = Path(tempfile.mkdtemp(prefix="aliquot-"))
        try:
            self._server, self._database, _ = start_server_in_thread(
                str(path), host=f"unix:{self._place}/milvus"
            )
        except DataDirLockedError as exc:
            raise StoreError(
                f"The Milvus folder {path} is in use by another process.",
                hint="Milvus Lite serves one process at a time: close the other, or run a Milvus "
                "server and set its address as 'location' under [vectors].",
            ) from exc
        finally:
            atexit.register(shutil.rmtree, self._place, ignore_errors=True)
        # It puts a port behind whatever it is given.
        self.address = f"unix:{self._place}/milvus:0"

    def release(self) -> None:
        """Take one user away; the folder is let go with the last."""
        with _lock:
            self.users -= 1
            if self.users == 0:
                del _servers[self.path]
                self.stop()

    def stop(self) -> None:
        """Let the folder go."""
        self._server.stop(grace=None).wait()
        self._database.close()
        shutil.rmtree(self._place, ignore_errors=True)


_lock = Lock()
_servers: dict[Path, FolderServer] = {}


def served(path: Path) -> FolderServer:
    """Return this process's server of a folder, for one more user.

    Args:
        path: Of the database, a folder.

    Raises:
        StoreError: Another process has it open.
    """
    path = path.absolute()
    with _lock:
        server = _servers.get(path)
        if server is None:
            server = _servers[path] = FolderServer(path)
        server.users += 1
        return server


@atexit.register
def _stop_all() -> None:
    """Write out what is still open: nobody has to close what ends with the process."""
    with _lock:
        while _servers:
            _servers.popitem()[1].stop()
