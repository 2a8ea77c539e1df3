"""What is locked is asked about at a database of vulnerabilities; silence is never taken for an answer."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from config.service import audit


@contextmanager
def database(**known: str) -> Iterator[str]:
    """A database that knows these vulnerabilities, by package."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            names = [it["package"]["name"] for it in queries]
            found: list[dict[str, Any]] = [{"vulns": [{"id": known[it]}]} if it in known else {} for it in names]
            self.send_response(200)
            self.end_headers()
            answer = {"results": found if "short" not in known else []}
            self.wfile.write((known.get("answer") or json.dumps(answer)).encode())

        def log_message(self, *_args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("known", "ends", "said"),
    [
        ({}, 0, "vulnerabilities known of 0"),
        ({"django": "GHSA-of-a-test"}, 1, "GHSA-of-a-test"),
        ({"short": "of answers"}, 2, "nothing is known"),
        *(
            ({"answer": it}, 2, "nothing is known")
            for it in ("{}", "[]", "null", '{"results": 3}', '{"results": [3]}', "<", '{"x":' + "[" * 2000)
        ),
    ],
)
def test_a_vulnerability_is_named_with_its_package(
    known: dict[str, str], ends: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with database(**known) as at:
        monkeypatch.setenv("AUDIT_AT", at)
        assert audit.main() == ends
    output = capsys.readouterr().out
    assert said in output
    assert ("django " in output) == ("django" in known)


def test_where_nobody_can_be_asked_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AUDIT_AT", "http://127.0.0.1:9/")
    assert audit.main() == 2
    assert "No database of vulnerabilities could be reached" in capsys.readouterr().out
