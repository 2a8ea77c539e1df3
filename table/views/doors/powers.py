"""Permissions of pages in the browser: none that watches or hears, but for the camera that reads a badge."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

HEADER = "Permissions-Policy"
NONE = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"
CAMERA = NONE.replace("camera=()", "camera=(self)")


class FewPowers:
    """Middleware that denies pages camera, microphone, location, payment and USB, unless a view has set the header."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request, and set the header Permissions-Policy to NONE unless the view has set it."""
        answer = self.get_response(request)
        answer.headers.setdefault(HEADER, NONE)
        return answer


def with_camera(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view whose page may use the camera."""

    @wraps(view)
    def seeing(request: HttpRequest, **given: Any) -> HttpResponse:
        """Serve the view, and set the header Permissions-Policy to CAMERA."""
        answer = view(request, **given)
        answer.headers[HEADER] = CAMERA
        return answer

    return seeing
