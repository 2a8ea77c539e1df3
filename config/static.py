"""Static files: hashed names that browsers may keep for ever, served by the house itself."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Names carry the hash of their content, inside ES modules too: without it, relative imports would break."""

    support_js_module_import_aggregation = True


class HouseFiles(WhiteNoiseMiddleware):
    """WhiteNoise, answering with the whole body: under ASGI a streamed file is read in a thread, piece by piece."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        answer: Any = static_file.get_response(request.method, request.META)
        body = b""
        if answer.file is not None:
            with answer.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(answer.status))
        del response["Content-Type"]
        for name, value in answer.headers:
            response[name] = value
        return response
