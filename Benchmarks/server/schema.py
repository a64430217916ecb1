"""Schemathesis against openapi.json: no 5xx, nothing that is not described, answers as described.

usage: python3 -m venv .build/peers-server
       .build/peers-server/bin/pip install --no-deps -r Benchmarks/server/requirements-server.txt
       .build/peers-server/bin/python Benchmarks/server/schema.py [--bonafide PROGRAM] [--seconds 140]
           [--who program|admin] [--phases examples,coverage,fuzzing,stateful]

Runs once with an admin's token and once with a program's. So that not every request ends with 404, ids
in paths are half those of sessions, uploads and evidence that exist. Routes that would end the token that
is used are left out. The whole output is in .build/bench/schemathesis-*.txt, every request in *.ndjson.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from office import API, RESULTS, Answer, Server, arguments, declaration, finish, png, table

LEFT_OUT = ["DELETE /v1/token", "POST /v1/password"]
# Whether a request that fits the schema has to be taken depends on the state of a session.
NOT_CHECKED = "positive_data_acceptance"


def prepare(admin: API, client: API) -> dict[str, list[str]]:
    """Ids by the name of the path parameter."""
    ids: dict[str, list[str]] = {"session": [], "upload": [], "evidence": [], "callType": ["NewCustomer"]}
    for number in range(12):
        session = client.open_session()["id"]
        ids["session"].append(session)
        content = png(number)
        ids["evidence"].append(client.upload(session, "front", "image/png", content)["evidence"])
        ids["upload"].append(
            client.call("POST", f"/v1/sessions/{session}/uploads", declaration("back", "image/png", content))["id"]
        )
    hook = admin.call("POST", "/v1/admin/webhooks", {"url": "http://127.0.0.1:9/"})
    ids["webhook"] = [hook["id"]]
    return ids


def with_ids(document: Answer, ids: dict[str, list[str]]) -> Answer:
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                known = ids.get(parameter["name"])
                if parameter["in"] == "path" and known:
                    parameter["schema"] = {"anyOf": [{"enum": known}, parameter["schema"]]}
    return document


def run(server: Server, document: Path, who: str, token: str, seconds: int, phases: str) -> tuple[list[str], list[str]]:
    """A row of the table, and failures."""
    program = Path(sys.executable).parent / "schemathesis"
    output = RESULTS / f"schemathesis-{who}.txt"
    ndjson = RESULTS / f"schemathesis-{who}.ndjson"
    command = [str(program), "run", str(document), "--url", f"http://127.0.0.1:{server.port}"]
    command += ["--header", f"Authorization: Bearer {token}", "--max-time", str(seconds), "--no-color"]
    command += ["--phases", phases, "--continue-on-failure", "--seed", "1"]
    command += ["--checks", "all", "--exclude-checks", NOT_CHECKED, "--warnings", "off"]
    command += ["--suppress-health-check", "all", "--workers", "1", "--request-timeout", "30"]
    command += ["--report-ndjson-path", str(ndjson)]
    for left_out in LEFT_OUT:
        command += ["--exclude-name", left_out]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=RESULTS)
    text = result.stdout + result.stderr
    output.write_text(text)
    cases = re.search(r"([\d,]+) generated", text)
    failures = []
    if result.returncode not in (0, 1):
        failures.append(f"{who}: schemathesis ended with {result.returncode}, see {output.name}")
    if "Errors:" in text:
        failures.append(f"{who}: schemathesis itself had errors, see {output.name}")
    routes = 0
    for kind, paths in found(text).items():
        routes = max(routes, len(paths))
        failures.append(f"{who}: {kind}, on {len(paths)} routes, e.g. {paths[0]}; see {output.name}")
    statuses = Counter(re.findall(r'"status_code":(\d)', ndjson.read_text()))
    answers = ", ".join(f"{first}xx {count}" for first, count in sorted(statuses.items()))
    return [who, cases.group(1) if cases else "?", answers, str(len(failures))], failures


def found(text: str) -> dict[str, list[str]]:
    """Routes by method and kind of failure."""
    routes: dict[str, list[str]] = {}
    title = ""
    for line in text.splitlines():
        if match := re.fullmatch(r"_+ ([A-Z]+ /\S*) _+", line):
            title = match.group(1)
        elif (match := re.fullmatch(r"- (ST\d+ .*)", line)) and title:
            method = title.split()[0]
            paths = routes.setdefault(f"{method}: {match.group(1)}", [])
            if title not in paths:
                paths.append(title)
    return routes


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seconds", type=int, default=140, help="for each of the two runs")
    parser.add_argument("--who", choices=["program", "admin"], help="one of the two runs only")
    parser.add_argument("--phases", default="examples,coverage,fuzzing,stateful")
    options = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    rows: list[list[str]] = []
    failures: list[str] = []
    with Server(options.bonafide) as server:
        admin = server.admin()
        client = server.client(admin)
        document = RESULTS / f"openapi-{options.who or 'all'}.json"
        described: Any = json.loads(client.raw("GET", "/openapi.json")[1])
        document.write_text(json.dumps(with_ids(described, prepare(admin, client))))
        for who, token in [("program", client.token), ("admin", admin.token)]:
            if options.who not in (None, who):
                continue
            row, more = run(server, document, who, token, options.seconds, options.phases)
            rows.append(row)
            failures += more
        if server.process is None or server.process.poll() is not None:
            failures.append("the server ended")
    table("Schemathesis", ["token of", "requests", "answers", "kinds of failure"], rows)
    finish(f"server-schema-{options.who or 'all'}", rows, failures)


if __name__ == "__main__":
    main()
