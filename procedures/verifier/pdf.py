"""Reading of the PDFs that this house makes, and of no others: whole objects one after the other, saved once.

A general reader of PDFs guesses what damaged or hostile files mean. This one takes the one form in which papers leave
the house and refuses everything else, so that no second reading of a file is possible; files and streams are bounded.
"""

import re
import zlib
from typing import NamedTuple

from procedures.verifier import sentences
from table.verifier.reading import Wrong

MOST_FILE = 16 * 1024 * 1024
"""Bytes of the longest file that is read."""
MOST_STREAM = 16 * 1024 * 1024
"""Bytes of the longest stream after decompression."""
MOST_STREAMS = 64 * 1024 * 1024
"""Bytes of all streams together after decompression."""
MOST_OBJECTS = 20_000
HEADER = re.compile(rb"%PDF-1\.7\n%[\x80-\xff]{4}\n\n")
OBJECT = re.compile(rb"(\d{1,5}) 0 obj\n")
STREAM = re.compile(rb"<</Length (\d{1,8})([^\n]*)>>\nstream\n")
ROWS = rb"(?:\d{10} \d{5} [nf]\r\n)*"
TRAILER = rb"<</Size (\d{1,5})/Root (\d{1,5}) 0 R/Info \d{1,5} 0 R/ID\[\([\w+/=]*\)\([\w+/=]*\)\]>>"
END = re.compile(rb"xref\n0 (\d{1,5})\n(" + ROWS + rb")trailer\n" + TRAILER + rb"\nstartxref\n(\d{1,9})\n%%EOF\n?")
FILE = re.compile(
    rb"<</Type/Filespec/F\(([a-z.-]{1,40})\)/UF\(\1\)/EF<</F (\d{1,5}) 0 R/UF \2 0 R>>"
    rb"/AFRelationship/Data/Desc\([^\n]*\)>>"
)


class Stream(NamedTuple):
    """Object with content: its dictionary without the length, and the content after decompression."""

    words: bytes
    content: bytes


class Pdf:
    """Objects of a paper by number: dictionaries and arrays as they are written, streams decompressed."""

    def __init__(self, data: bytes) -> None:
        """Read a whole file, whose root has to be a catalogue. Raises :class:`Wrong` if too long or of another form."""
        if len(data) > MOST_FILE:
            raise Wrong(sentences.TOO_LONG, unreadable=True, most=MOST_FILE)
        self.plain: dict[int, bytes] = {}
        self.streams: dict[int, Stream] = {}
        self._room = MOST_STREAMS
        offsets = self._take_objects(data)
        self._take_end(data, offsets)

    def _take_objects(self, data: bytes) -> list[int]:
        """Read the objects, and return the offset of each and of what comes after the last, which is not looked at.

        Raises :class:`Wrong` for another header, a number out of turn (they count from 1), more than
        MOST_OBJECTS, and an object that has no proper end or a bad stream.
        """
        header = HEADER.match(data)
        if header is None:
            raise Wrong(sentences.NO_PAPER, unreadable=True)
        at, offsets = header.end(), list[int]()
        while (found := OBJECT.match(data, at)) is not None:
            if int(found[1]) != len(offsets) + 1 or len(offsets) >= MOST_OBJECTS:
                raise Wrong(sentences.NOT_OURS, unreadable=True, at=at)
            offsets.append(at)
            at = self._take_object(data, len(offsets), found.end())
        return [*offsets, at]

    def _take_object(self, data: bytes, number: int, at: int) -> int:
        """Store one object by its number, and return the offset behind it. It begins at ``at``, after its own number.

        Raises :class:`Wrong` where it has no proper end, and for a stream that is damaged, too long, or of a filter
        other than Flate.
        """
        stream = STREAM.match(data, at)
        end = stream.end() + int(stream[1]) if stream else data.find(b"\nendobj\n", at)
        closing = b"\nendstream\nendobj\n" if stream else b"\nendobj\n"
        if end < 0 or not data.startswith(closing, end):
            raise Wrong(sentences.NOT_OURS, unreadable=True, at=at)
        if stream:
            self.streams[number] = Stream(stream[2], self._inflated(stream[2], data[stream.end() : end], number))
        else:
            self.plain[number] = data[at:end]
        return end + len(closing)

    def _inflated(self, words: bytes, content: bytes, number: int) -> bytes:
        """Decompress a stream, and take the length that it has then from the room of all streams.

        Without a filter it is returned as it is, and neither counted nor limited. Raises :class:`Wrong` where it is
        longer than that room or MOST_STREAM, damaged, or of a filter other than Flate. ``number`` is of its object.
        """
        if b"/Filter" not in words:
            return content
        if words.count(b"/Filter") != 1 or b"/Filter/FlateDecode" not in words or b"/DecodeParms" in words:
            raise Wrong(sentences.NOT_OURS, unreadable=True, at=number)
        reader = zlib.decompressobj()
        most = min(MOST_STREAM, self._room)
        try:
            whole = reader.decompress(content, most + 1)
        except zlib.error:
            raise Wrong(sentences.STREAM_DAMAGED, unreadable=True, number=number) from None
        if len(whole) > most:
            raise Wrong(sentences.STREAM_TOO_LONG, unreadable=True, number=number, most=most)
        if not reader.eof or reader.unused_data:
            raise Wrong(sentences.STREAM_DAMAGED, unreadable=True, number=number)
        self._room -= len(whole)
        return whole

    def _take_end(self, data: bytes, offsets: list[int]) -> None:
        """Set the root of the document from the end of the file.

        Raises :class:`Wrong` unless its table names each object at its offset, nothing comes after it, and the
        root is a catalogue.
        """
        *objects, at = offsets
        end = END.fullmatch(data, at)
        count = len(objects) + 1
        if end is None or (int(end[1]), int(end[3]), int(end[5])) != (count, count, at):
            raise Wrong(sentences.SAVED_AGAIN if b"%%EOF" in data[:-8] else sentences.NOT_OURS, unreadable=True, at=at)
        rows = [b"0000000000 65535 f", *(b"%010d 00000 n" % it for it in objects)]
        if end[2].splitlines() != rows:
            raise Wrong(sentences.NOT_OURS, unreadable=True, at=at)
        self.root = self.plain.get(int(end[4]), b"")
        if not self.root.startswith(b"<</Type/Catalog/"):
            raise Wrong(sentences.NOT_OURS, unreadable=True, at=at)

    # --- what it carries

    def files(self) -> dict[str, bytes]:
        """Return the files that the document names as its own, by name; empty where it names none.

        Raises :class:`Wrong` if one is not declared as the house declares them, or comes twice, or if others are
        embedded as well.
        """
        named = re.search(rb"/AF\[((?:\d{1,5} 0 R ?)*)\]", self.root)
        numbers = [int(it) for it in re.findall(rb"(\d+) 0 R", named[1])] if named else []
        specs = [number for number, it in self.plain.items() if it.startswith(b"<</Type/Filespec")]
        found: dict[str, bytes] = {}
        for number in numbers:
            spec = FILE.fullmatch(self.plain.get(number, b""))
            stream = self.streams.get(int(spec[2])) if spec else None
            if (
                spec is None
                or stream is None
                or b"/Type/EmbeddedFile/" not in stream.words
                or spec[1].decode() in found
            ):
                raise Wrong(sentences.FILES_DOUBTFUL, unreadable=True)
            found[spec[1].decode()] = stream.content
        embedded = sum(b"/Type/EmbeddedFile" in it.words for it in self.streams.values())
        if sorted(numbers) != sorted(specs) or embedded != len(numbers):
            raise Wrong(sentences.FILES_DOUBTFUL, unreadable=True)
        return found

    def metadata(self) -> str:
        """Return the XMP metadata that the document names, empty without any."""
        found = re.search(rb"/Metadata (\d{1,5}) 0 R", self.root)
        stream = self.streams.get(int(found[1])) if found else None
        return stream.content.decode(errors="replace") if stream else ""
