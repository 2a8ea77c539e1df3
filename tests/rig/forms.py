"""A form of a served house, sent as a browser sends it: the page is opened, and what it hides goes back with it."""

import re
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

from django.conf import settings

from tests.rig.patience import PATIENCE_SECONDS

HIDDEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def send(address: str, path: str, *, session: str, to: str = "", **form: str) -> int:
    """Fill in the form of a page, ``to`` another address where it leads there; gives the status of the answer."""
    line = HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE_SECONDS)
    cookies = {settings.SESSION_COOKIE_NAME: session} if session else {}
    line.request("GET", path, headers={"Cookie": _written(cookies)})
    answer = line.getresponse()
    page = answer.read().decode()
    cookies[settings.CSRF_COOKIE_NAME] = answer.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    hidden = HIDDEN.search(page)
    assert hidden, f"{path} has no form: {answer.status}"
    headers = {"Cookie": _written(cookies), "Origin": address, "Content-Type": "application/x-www-form-urlencoded"}
    line.request("POST", to or path, urlencode({"csrfmiddlewaretoken": hidden[1], **form}), headers)
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


def _written(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())
