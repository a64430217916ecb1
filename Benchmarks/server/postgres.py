"""A PostgreSQL cluster of its own in a temporary folder. Used by the other scripts."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from office import free_port


class Postgres:
    """A cluster in a temporary folder."""

    def __enter__(self) -> Postgres:
        self.bin = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self.folder = Path(tempfile.mkdtemp(prefix="bonafide-postgres-"))
        self.port = free_port()
        self.prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.prefix:
            subprocess.run(["chown", "postgres", str(self.folder)], check=True)
        self.run("initdb", "-D", str(self.folder / "db"), "-U", "office", "--auth=trust", "-E", "UTF8")
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self.run("pg_ctl", "-D", str(self.folder / "db"), "-l", str(self.folder / "log"), "-o", options, "-w", "start")
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "office", "office")
        self.address = f"postgresql://office@127.0.0.1:{self.port}/office"
        return self

    def ask(self, query: str) -> list[list[str]]:
        """Rows as text."""
        command = [str(self.bin / "psql"), "-X", "-A", "-t", "-q", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", query]
        answer = subprocess.run([*command, self.address], check=True, capture_output=True, text=True, cwd="/")
        return [line.split("\t") for line in answer.stdout.splitlines()]

    def dump(self, target: Path) -> None:
        """Uncompressed, so that it can be searched."""
        command = [str(self.bin / "pg_dump"), "--format=plain", "--file", str(target), self.address]
        subprocess.run(command, check=True, capture_output=True, cwd="/")

    def relations(self) -> dict[str, str]:
        """Names of tables and indexes by their file in the cluster."""
        query = "SELECT pg_relation_filepath(oid), relname FROM pg_class WHERE pg_relation_filepath(oid) IS NOT NULL"
        return {path: name for path, name in self.ask(query)}

    def run(self, program: str, *rest: str) -> None:
        command = [*self.prefix, str(self.bin / program), *rest]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def __exit__(self, *_: object) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "db"), "-m", "fast", "-w", "stop")
        subprocess.run(["rm", "-rf", str(self.folder)], check=True)
