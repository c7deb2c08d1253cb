"""Types that accept only what a JSON Schema accepts, for checking many lines quickly.

msgspec decodes a line and checks it against a type in about a microsecond; jsonschema takes a hundred. The types are
derived from the schemas, so that nothing is written twice, and they may refuse what the schema accepts (a lone
surrogate, ``1.0`` for an integer): what they refuse goes to jsonschema, which decides and words the fault. What they
accept, the schema accepts; ``tests/records/test_fast_validation.py`` holds them to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import GenericAlias, NoneType
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict, Union

import msgspec

from cgr_audit.schema import load_schema

__all__ = [
    "REFUSED_BY_TYPE",
    "UniqueArray",
    "fast_validator",
    "may_nest",
    "struct_namespace",
    "type_of_schema",
    "unique_hook",
]

REFUSED_BY_TYPE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError)
"""What decoding raises where a type does not accept a text."""

Schema: TypeAlias = Mapping[str, Any]

_DESCRIBING = frozenset({"$schema", "$defs", "title", "description"})
_BOUNDS: Mapping[str, str] = {
    "minimum": "ge", "maximum": "le", "exclusiveMinimum": "gt", "exclusiveMaximum": "lt", "multipleOf": "multiple_of",
}  # fmt: skip
_PLAIN: Mapping[str, type] = {"string": str, "integer": int, "boolean": bool, "null": NoneType}


class UniqueArray(list[Any]):
    """An array whose elements differ; subclasses say what it is otherwise."""

    whole: Any = list[Any]


@cache
def fast_validator(name: str) -> Callable[[bytes], object]:
    """What decodes a text if the schema of that name accepts it, and may raise one of ``REFUSED_BY_TYPE`` otherwise."""
    return msgspec.json.Decoder(type_of_schema(load_schema(name)), dec_hook=unique_hook).decode


def may_nest(schema: Schema) -> bool:
    """Whether values of a schema may hold objects."""
    if "enum" in schema or "const" in schema:
        return False
    if "anyOf" in schema:
        return any(map(may_nest, schema["anyOf"]))
    kinds = schema.get("type", ["object"])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return "object" in kinds or ("array" in kinds and may_nest(schema.get("items", {})))


def type_of_schema(schema: Schema, root: Schema | None = None, *, as_dictionaries: bool = False) -> Any:
    """The type of the values that a schema accepts.

    Args:
        schema: of the keywords that the package's schemas use.
        root: what ``$ref`` refers into; the schema itself where nothing is given.
        as_dictionaries: whether objects become dictionaries. They lack keys that the schema does not know, allowed or
            not: whoever decodes compares the number of keys.

    Raises:
        NotImplementedError: a keyword that is not known here, so that nothing is accepted unchecked.
    """
    return _Derivation(schema if root is None else root, as_dictionaries).of(schema)


def unique_hook(kind: type, value: Any) -> Any:
    """Check an array whose elements must differ; msgspec calls it."""
    if not issubclass(kind, UniqueArray):
        raise NotImplementedError(kind)
    elements = msgspec.convert(value, kind.whole)
    if len(set(elements)) != len(elements):
        raise ValueError("duplicate elements")
    return kind(elements)


def struct_namespace(schema: Schema, attributes: Mapping[str, str]) -> dict[str, Any]:
    """What a struct needs to check a condition: ``if`` a field is among some values, ``then`` lists are long enough.

    Args:
        schema: of an object.
        attributes: the struct's attributes by the names of the fields.

    Raises:
        NotImplementedError: a condition of another form.
    """
    if "if" not in schema:
        return {}
    ((field, tested),) = schema["if"]["properties"].items()
    least = {name: bound["minItems"] for name, bound in schema["then"]["properties"].items() if name in attributes}
    if schema["if"].keys() | schema["then"].keys() != {"properties"} or field not in attributes or "else" in schema:
        raise NotImplementedError("a condition of another form")

    def check(record: msgspec.Struct) -> None:
        if getattr(record, attributes[field]) in tested["enum"]:
            for name, number in least.items():
                held = getattr(record, attributes[name])
                if held is not msgspec.UNSET and len(held) < number:
                    raise ValueError(f"too short a list: {name}")

    return {"__post_init__": check}


@dataclass(frozen=True, slots=True)
class _Derivation:
    """Derives types from a schema and its parts."""

    root: Schema
    """What ``$ref`` refers into."""
    as_dictionaries: bool

    def of(self, schema: Schema) -> Any:
        """The type of a part."""
        keywords = {name: value for name, value in schema.items() if name not in _DESCRIBING}
        if keywords.get("uniqueItems") is False:
            del keywords["uniqueItems"]
        if "$ref" in keywords:
            return self.of(self.root["$defs"][keywords.pop("$ref").removeprefix("#/$defs/")])
        if "anyOf" in keywords:
            alternatives = [self.of(alternative) for alternative in keywords.pop("anyOf")]
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
        members = tuple(self._of_kind(kind, keywords) for kind in kinds)
        _all_known(keywords)
        return Union[members]  # noqa: UP007

    def _of_kind(self, kind: str, keywords: dict[str, Any]) -> Any:
        """One member of a union; the keywords that it takes into account are taken out."""
        if kind == "object":
            return self._object(keywords)
        if kind == "array":
            array: Any = GenericAlias(list, (self.of(keywords.pop("items", {})),))
            bounds = _renamed(keywords, {"minItems": "min_length", "maxItems": "max_length"})
            if bounds:
                array = Annotated[array, msgspec.Meta(**bounds)]
            if keywords.pop("uniqueItems", False):
                if self.as_dictionaries:
                    raise NotImplementedError("an array in a dictionary that is more than a list")
                return type("Unique", (UniqueArray,), {"whole": array})
            return array
        bounds = {}
        if kind == "string":
            if keywords.get("format") == "identifier":
                del keywords["format"]  # msgspec decodes no lone surrogate
            bounds = _renamed(keywords, {"minLength": "min_length", "maxLength": "max_length", "pattern": "pattern"})
        elif kind in {"integer", "number"}:
            bounds = _renamed(keywords, _BOUNDS)
        plain = Union[int, float] if kind == "number" else _PLAIN[kind]  # noqa: UP007
        if kind == "number" and bounds:
            whole = {name: value for name, value in bounds.items() if name != "multiple_of" or value == int(value)}
            if len(whole) < len(bounds) and not (1 / bounds["multiple_of"]).is_integer():
                raise NotImplementedError("a step that whole numbers may miss")
            return Annotated[int, msgspec.Meta(**whole)] | Annotated[float, msgspec.Meta(**bounds)]
        return Annotated[plain, msgspec.Meta(**bounds)] if bounds else plain

    def _object(self, keywords: dict[str, Any]) -> Any:
        required = set(keywords.pop("required", ()))
        properties = keywords.pop("properties", None)
        additional = keywords.pop("additionalProperties", True)
        names = keywords.pop("propertyNames", None)
        condition: dict[str, Any] = {name: keywords.pop(name) for name in ("if", "then", "else") if name in keywords}
        if condition and (properties is None or self.as_dictionaries):
            raise NotImplementedError("a condition on a dictionary")
        if properties is None:
            if required or additional is False:
                raise NotImplementedError("an object without properties that requires or forbids some")
            key = (
                str if names is None else type_of_schema({"type": "string", **names} if "enum" not in names else names)
            )
            return GenericAlias(dict, (key, Any if additional is True else self.of(additional)))
        if names is not None or additional not in (True, False):
            raise NotImplementedError("an object with properties whose other names or values are bound")
        if required - set(properties):
            raise NotImplementedError("a required name that has no schema")
        if self.as_dictionaries:
            types = {name: self.of(one) for name, one in properties.items()}
            keys = {name: one if name in required else NotRequired[one] for name, one in types.items()}
            return TypedDict("Accepted", keys)  # type: ignore[operator]
        fields: list[Any] = []
        for number, (name, schema) in enumerate(properties.items()):
            kind = self.of(schema)
            if name in required:
                fields.append((f"field_{number}", kind))
            else:
                fields.append((f"field_{number}", Union[kind, msgspec.UnsetType], msgspec.UNSET))  # noqa: UP007
        rename = {f"field_{number}": name for number, name in enumerate(properties)}
        return msgspec.defstruct(
            "Accepted",
            fields,
            namespace=struct_namespace(condition, {name: attribute for attribute, name in rename.items()}),
            rename=rename,
            kw_only=True,
            gc=False,
            forbid_unknown_fields=additional is False,
        )


def _renamed(keywords: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {ours: keywords.pop(theirs) for theirs, ours in names.items() if theirs in keywords}


def _all_known(keywords: Mapping[str, Any]) -> None:
    if keywords:
        raise NotImplementedError(f"schema keywords without a type: {', '.join(sorted(keywords))}")
