"""Static files: hashed names that browsers may cache for ever, served by the process itself."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Storage whose names carry a hash of the content, also in the imports of ES modules."""

    support_js_module_import_aggregation = True


class HouseFiles(WhiteNoiseMiddleware):
    """WhiteNoise with the whole body in memory: under ASGI a streamed file would be read in a thread, in parts."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Answer with the bytes of a static file, its headers and status; closes the file."""
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
