"""Types that accept only what a JSON Schema accepts, for checking many lines quickly.

msgspec decodes a line and checks it against a type in about a microsecond; jsonschema takes a hundred. The types are
derived from the schemas, so that nothing is written twice, and they may refuse what the schema accepts (a lone
surrogate, ``1.0`` for an integer): what they refuse goes to jsonschema, which decides and words the fault. What they
accept, the schema accepts; ``tests/records/test_accepted.py`` holds them to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import GenericAlias, NoneType
from typing import Annotated, Any, Literal, TypeAlias, Union

import msgspec

from cgr_audit.schema import load_schema

__all__ = ["REFUSED_BY_TYPE", "UniqueArray", "accepted_type", "acceptor", "unique_hook"]

REFUSED_BY_TYPE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError)
"""What decoding raises where a type does not accept a text."""

Schema: TypeAlias = Mapping[str, Any]

_DESCRIBING = frozenset({"$schema", "$defs", "title", "description"})
_PLAIN: Mapping[str, type] = {"string": str, "integer": int, "boolean": bool, "null": NoneType}


class UniqueArray(list[Any]):
    """An array whose elements differ; subclasses say what it is otherwise."""

    whole: Any = list[Any]


@cache
def acceptor(name: str) -> Callable[[bytes], object]:
    """What decodes a text if the schema of that name accepts it, and may raise one of ``REFUSED_BY_TYPE`` otherwise."""
    return msgspec.json.Decoder(accepted_type(load_schema(name)), dec_hook=unique_hook).decode


def accepted_type(schema: Schema, root: Schema | None = None) -> Any:
    """The type of the values that a schema accepts.

    Args:
        schema: of the keywords that the package's schemas use.
        root: what ``$ref`` refers into; the schema itself where nothing is given.

    Raises:
        NotImplementedError: a keyword that is not known here, so that nothing is accepted unchecked.
    """
    root = schema if root is None else root
    keywords = {name: value for name, value in schema.items() if name not in _DESCRIBING}
    if keywords.get("uniqueItems") is False:
        del keywords["uniqueItems"]
    if "$ref" in keywords:
        return accepted_type(root["$defs"][keywords.pop("$ref").removeprefix("#/$defs/")], root)
    if "anyOf" in keywords:
        alternatives = [accepted_type(alternative, root) for alternative in keywords.pop("anyOf")]
        _all_known(keywords)
        return Union[tuple(alternatives)]  # noqa: UP007  as many as there are
    if "const" in keywords or "enum" in keywords:
        values = tuple(keywords.pop("enum")) if "enum" in keywords else (keywords.pop("const"),)
        _all_known(keywords)
        return Literal[values]
    if "type" not in keywords:
        _all_known(keywords)
        return Any
    kinds = keywords.pop("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    members = tuple(_of_kind(kind, keywords, root) for kind in kinds)
    _all_known(keywords)
    return Union[members]  # noqa: UP007


def unique_hook(kind: type, value: Any) -> Any:
    """Check an array whose elements must differ; msgspec calls it."""
    if not issubclass(kind, UniqueArray):
        raise NotImplementedError(kind)
    elements = msgspec.convert(value, kind.whole)
    if len(set(elements)) != len(elements):
        raise ValueError("elements that are there twice")
    return kind(elements)


def _of_kind(kind: str, keywords: dict[str, Any], root: Schema) -> Any:
    """One member of a union; the keywords that it takes into account are taken out."""
    if kind == "object":
        return _object(keywords, root)
    if kind == "array":
        array = GenericAlias(list, (accepted_type(keywords.pop("items", {}), root),))
        if keywords.pop("uniqueItems", False):
            return type("Unique", (UniqueArray,), {"whole": array})
        return array
    bounds: dict[str, Any] = {}
    if kind == "string":
        bounds = _renamed(keywords, {"minLength": "min_length", "pattern": "pattern"})
    elif kind in {"integer", "number"}:
        bounds = _renamed(keywords, {"minimum": "ge", "maximum": "le"})
    plain = Union[int, float] if kind == "number" else _PLAIN[kind]  # noqa: UP007
    if kind == "number" and bounds:
        return Annotated[int, msgspec.Meta(**bounds)] | Annotated[float, msgspec.Meta(**bounds)]
    return Annotated[plain, msgspec.Meta(**bounds)] if bounds else plain


def _object(keywords: dict[str, Any], root: Schema) -> Any:
    required = set(keywords.pop("required", ()))
    properties = keywords.pop("properties", None)
    additional = keywords.pop("additionalProperties", True)
    names = keywords.pop("propertyNames", None)
    if properties is None:
        if required or additional is False:
            raise NotImplementedError("an object without properties that requires or forbids some")
        key = str if names is None else accepted_type({"type": "string", **names} if "enum" not in names else names)
        return GenericAlias(dict, (key, Any if additional is True else accepted_type(additional, root)))
    if names is not None or additional not in (True, False):
        raise NotImplementedError("an object with properties whose other names or values are bound")
    fields: list[Any] = []
    for number, (name, schema) in enumerate(properties.items()):
        kind = accepted_type(schema, root)
        if name in required:
            fields.append((f"field_{number}", kind))
        else:
            fields.append((f"field_{number}", Union[kind, msgspec.UnsetType], msgspec.UNSET))  # noqa: UP007
    rename = {f"field_{number}": name for number, name in enumerate(properties)}
    if required - set(properties):
        raise NotImplementedError("a required name that has no schema")
    return msgspec.defstruct(
        "Accepted", fields, rename=rename, kw_only=True, gc=False, forbid_unknown_fields=additional is False
    )


def _renamed(keywords: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {ours: keywords.pop(theirs) for theirs, ours in names.items() if theirs in keywords}


def _all_known(keywords: Mapping[str, Any]) -> None:
    if keywords:
        raise NotImplementedError(f"schema keywords without a type: {', '.join(sorted(keywords))}")
