"""A rule that is changed by hand, in a process of its own: the text of a source, and what stands there instead.

The change is made in modules that are loaded already, so that many of them can be tried without reading all in anew:
functions get the changed code, values are written into those that others hold. See :mod:`tests.law.mutants`.
"""

import ast
import functools
import gc
import importlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import FunctionType, ModuleType
from typing import Any

from tests.law.mutant import Mutant
from tests.paper.sources import ROOT


def apply(mutant: Mutant) -> int:
    """Change the loaded module, and give the number of places that are other than before.

    Read again as it is, it has to stay as it is: else whatever a test noticed would be ours.
    """
    module = importlib.import_module(mutant.module)
    untouched = read_again(module, (ROOT / mutant.file).read_text(encoding="utf-8"))
    assert untouched == 0, f"{mutant.file} is another one when it is read again"
    return read_again(module, mutant.source())


def read_again(module: ModuleType, source: str) -> int:
    """Let a loaded module be as this source has it; the number of places that are other than before.

    Its classes stay the same objects, and get the new functions: what was made of them is asked for its class.
    """
    verbs, tree = _verbs_of(module), ast.parse(source)
    classes = [it for it in tree.body if isinstance(it, ast.ClassDef)]
    known = {it.name: vars(module)[it.name] for it in classes}
    changed = sum(_class(known[name], it) for name, it in _made(module, tree, {}).items() if name in known)
    tree.body = [it for it in tree.body if it not in classes]
    made = _made(module, tree, known)
    changed += sum(_pour(module, name, made[name]) for name in list(vars(module)) if name in made)
    _forget_what_was_computed()
    return changed + sum(_law(it) != _law(_verbs_of(module)[name]) for name, it in verbs.items())


def _made(module: ModuleType, tree: ast.Module, known: Mapping[str, Any]) -> dict[str, Any]:
    """What this source holds; its verbs are declared anew, as nobody declares one twice."""
    declaration = importlib.import_module("table.play.declaration")
    for name, it in _verbs_of(module).items():
        del declaration.VERBS[name]
        declaration.PARTS.pop(it.part, None)
    made = {"__name__": module.__name__, "__file__": module.__file__, "__package__": module.__package__, **known}
    exec(compile(tree, module.__file__ or "", "exec"), made)
    return made


def _verbs_of(module: ModuleType) -> dict[str, Any]:
    verbs = importlib.import_module("table.play.declaration").VERBS
    return {name: it for name, it in verbs.items() if it.perform.__module__ == module.__name__}


def _law(verb: Any) -> object:
    """What a verb is beside what it does: for whom, when, and with which arguments."""
    given = [getattr(verb, it.name) for it in fields(verb) if it.name not in ("perform", "arguments", "shows")]
    plain = [it.__qualname__ if isinstance(it, FunctionType) else it for it in given]
    return repr(plain), repr(verb.perform.__annotations__)


def _pour(module: ModuleType, name: str, new: Any) -> bool:
    """Let whoever holds the value of this name have the new one."""
    old = vars(module)[name]
    imported = isinstance(old, FunctionType | type) and old.__module__ != module.__name__
    if imported or name.startswith("__"):
        return False
    if (changed := _into(old, new)) is not None:
        return changed
    for other in _holders(name, old):
        setattr(other, name, new)
    return True


def _into(old: Any, new: Any) -> bool | None:
    """Write what is new into the old object: whether it is another than before; None where it has to be replaced."""
    if old is new or type(old) is not type(new):
        return False if old is new else None
    match old:
        case FunctionType():
            return _code(old, new)
        case functools.cached_property():
            return _into(old.func, new.func)
        case type():
            return _class(old, new)
        case dict():
            return _update(old, new)
        case tuple() if len(old) == len(new):
            done = [_into(mine, yours) for mine, yours in zip(old, new, strict=True)]
            return None if None in done else any(done)
    if is_dataclass(old):
        return _fields(old, new)
    return False if _alike(old, new) else None


def _fields(old: Any, new: Any) -> bool:
    names = [it.name for it in fields(old) if not isinstance(vars(type(old)).get(it.name), property)]
    parts = {name: _into(getattr(old, name), getattr(new, name)) for name in names}
    for name in (name for name, done in parts.items() if done is None):
        object.__setattr__(old, name, getattr(new, name))
    return any(done is not False for done in parts.values())


def _class(old: type, new: type) -> bool:
    mine, yours = _members(old), _members(new)
    done = [_into(member, yours[name]) for name, member in mine.items() if name in yours]
    return any(done)


def _members(kind: type) -> dict[str, Any]:
    """The functions of a class, those of its properties among them."""
    plain = {name: it.fget if isinstance(it, property) else it for name, it in vars(kind).items()}
    return {name: it for name, it in plain.items() if isinstance(it, FunctionType | functools.cached_property)}


def _update(old: dict[Any, Any], new: dict[Any, Any]) -> bool:
    parts = {key: _into(old[key], value) for key, value in new.items() if key in old}
    anew = {key: value for key, value in new.items() if key not in parts or parts[key] is None}
    gone = [key for key in old if key not in new]
    for key in gone:
        del old[key]
    old.update(anew)
    return bool(anew or gone or any(parts.values()))


def _code(old: FunctionType, new: FunctionType) -> bool:
    alike = _same_code(old.__code__, new.__code__) and _alike(old.__defaults__, new.__defaults__)
    if old.__code__.co_freevars == new.__code__.co_freevars:
        old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__
    return not alike


def _same_code(old: Any, new: Any) -> bool:
    """Whether two functions do the same: where a line stands is nothing that they do."""
    inner = [it for it in new.co_consts if hasattr(it, "co_code")]
    mine = [it for it in old.co_consts if hasattr(it, "co_code")]
    plain = [it for it in old.co_consts if not hasattr(it, "co_code")]
    yours = [it for it in new.co_consts if not hasattr(it, "co_code")]
    return (
        (old.co_code, old.co_names, old.co_varnames) == (new.co_code, new.co_names, new.co_varnames)
        and repr(plain) == repr(yours)
        and len(mine) == len(inner)
        and all(map(_same_code, mine, inner))
    )


def _alike(old: Any, new: Any) -> bool:
    return bool(old == new) or repr(old) == repr(new) or " object at 0x" in repr(old)


def _holders(name: str, old: Any) -> Iterator[ModuleType]:
    """The modules that have imported this value under its name."""
    for other in list(sys.modules.values()):
        if getattr(other, "__dict__", {}).get(name) is old:
            yield other


def _forget_what_was_computed() -> None:
    for it in gc.get_objects():
        if type(it) is functools._lru_cache_wrapper:  # a lazy object would begin to work when asked what it is
            it.cache_clear()
