"""Functions and methods outside the program that only compute: they change nothing, call nothing and keep nothing.

What is not named here and has no model is unknown. What is named is unknown all the same where it is given anything
that can be called.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["CHANGING_METHODS", "LOGGING_METHODS", "PURE_CLASSES", "PURE_METHODS", "PURE_MODULES", "inherits", "is_pure"]

PURE_MODULES = frozenset(("cmath", "math", "mpmath", "sympy", "typing", "unicodedata"))
"""Every function of these computes from its arguments alone."""

PURE_CLASSES = frozenset(
    ("builtins.bytearray", "builtins.bytes", "builtins.complex", "builtins.float", "builtins.int", "builtins.str",
     "datetime.date", "datetime.datetime", "datetime.time", "datetime.timedelta", "datetime.timezone",
     "decimal.Context", "decimal.Decimal", "fractions.Fraction", "statistics.NormalDist", "string.Template",
     "uuid.UUID", "pathlib.PurePath", "types.GenericAlias")
)  # fmt: skip
"""Classes of immutable values: making one and calling its methods only computes."""

PURE_FUNCTIONS: Mapping[str, str] = MappingProxyType({
    "ast": "dump get_docstring literal_eval parse unparse walk",
    "base64": "a85decode a85encode b16decode b16encode b32decode b32encode b64decode b64encode b85decode b85encode "
              "decodebytes encodebytes standard_b64decode standard_b64encode urlsafe_b64decode urlsafe_b64encode",
    "binascii": "a2b_base64 a2b_hex b2a_base64 b2a_hex crc32 hexlify unhexlify",
    "bisect": "bisect bisect_left bisect_right",
    "builtins": "abs all any ascii bin bool callable chr complex dir divmod float format frozenset hasattr hash hex id "
                "int isinstance issubclass len max min oct ord pow range repr round slice str sum type",
    "calendar": "isleap leapdays month monthrange weekday",
    "codecs": "decode encode",
    "copy": "copy deepcopy",
    "dataclasses": "asdict astuple field fields is_dataclass",
    "datetime": "date datetime time timedelta timezone",
    "decimal": "getcontext localcontext",
    "difflib": "SequenceMatcher context_diff get_close_matches ndiff unified_diff",
    "enum": "auto",
    "functools": "total_ordering",
    "hashlib": "blake2b blake2s md5 new sha1 sha224 sha256 sha384 sha3_256 sha3_512 sha512",
    "html": "escape unescape",
    "itertools": "compress",
    "json": "dumps loads",
    "keyword": "iskeyword",
    "locale": "atof atoi format_string",
    "logging": "getLogger basicConfig debug info warning error critical exception log disable StreamHandler "
               "NullHandler Formatter",
    "operator": "attrgetter countOf index indexOf inv invert itemgetter length_hint neg pos abs",
    "os": "getenv",
    "os.path": "basename dirname exists isdir isfile join splitext",
    "platform": "python_version system",
    "pprint": "pformat",
    "re": "compile escape findall finditer fullmatch match purge search split sub subn template",
    "reprlib": "repr",
    "shlex": "join quote split",
    "statistics": "correlation covariance fmean geometric_mean harmonic_mean linear_regression mean median "
                  "median_grouped median_high median_low mode multimode pstdev pvariance quantiles stdev variance",
    "string": "capwords",
    "struct": "calcsize pack unpack",
    "sys": "getrecursionlimit getsizeof intern",
    "textwrap": "dedent fill indent shorten wrap TextWrapper",
    "time": "monotonic perf_counter process_time strftime time time_ns",
    "traceback": "format_exc format_exception print_exc",
    "types": "MappingProxyType",
    "urllib.parse": "parse_qs quote quote_plus unquote unquote_plus urlencode urljoin urlparse",
    "warnings": "filterwarnings simplefilter warn",
    "zlib": "adler32 compress crc32 decompress",
})  # fmt: skip
"""Other functions, by module."""

_PURE = frozenset(f"{module}.{name}" for module, names in PURE_FUNCTIONS.items() for name in names.split())


def is_pure(name: str) -> bool:
    """Whether a function or class outside the program only computes."""
    owner = name.rpartition(".")[0]
    return name in _PURE or name in PURE_CLASSES or owner in PURE_CLASSES or name.partition(".")[0] in PURE_MODULES


LOGGING_METHODS = frozenset(("critical", "debug", "error", "exception", "info", "log", "warn", "warning"))

PURE_METHODS = frozenset(
    name for names in (
        # texts and bytes
        "capitalize casefold center count decode encode endswith expandtabs find format format_map fromhex hex index "
        "isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper "
        "join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition "
        "rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill",
        # numbers
        "as_integer_ratio bit_count bit_length conjugate is_integer to_bytes from_bytes limit_denominator numerator "
        "denominator quantize normalize sqrt to_integral_value compare copy_abs is_nan is_zero real imag",
        # containers
        "copy difference elements get intersection isdisjoint issubset issuperset items keys most_common "
        "symmetric_difference total union values",
        # patterns and matches
        "end expand findall finditer fullmatch group groupdict groups match search span start sub subn",
        # dates
        "astimezone ctime date dst isocalendar isoformat isoweekday strftime time timestamp timetuple total_seconds "
        "toordinal tzname utcoffset utctimetuple weekday",
        # digests, templates and text comparison
        "digest hexdigest substitute safe_substitute get_matching_blocks get_opcodes get_grouped_opcodes quick_ratio "
        "ratio real_quick_ratio set_seq1 set_seq2 set_seqs wrap fill",
        "getChild isEnabledFor setLevel",
        # what Python calls by itself
        "__add__ __bool__ __contains__ __eq__ __ge__ __getitem__ __gt__ __hash__ __le__ __len__ __lt__ __mod__ __mul__ "
        "__ne__ __radd__ __repr__ __rmul__ __str__ __sub__ __iter__ __format__",
    ) for name in names.split()
) | LOGGING_METHODS  # fmt: skip
"""Methods of texts, numbers, dates, matches and containers that only compute."""

CHANGING_METHODS = frozenset(
    ("add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "extendleft", "insert",
     "intersection_update", "move_to_end", "pop", "popitem", "popleft", "remove", "reverse", "rotate", "setdefault",
     "sort", "subtract", "symmetric_difference_update", "update", "__delitem__", "__setitem__", "__iadd__", "__next__")
)  # fmt: skip
"""Methods of containers that change them, and call nothing that they keep."""

_MAPPING = "get items keys values __contains__ __eq__"
_MUTABLE_MAPPING = f"{_MAPPING} clear pop popitem setdefault update"
_SEQUENCE = "count index __contains__ __iter__ __reversed__"
_MUTABLE_SEQUENCE = f"{_SEQUENCE} append clear extend pop remove reverse __iadd__"
_SET = "isdisjoint __and__ __eq__ __ge__ __gt__ __le__ __lt__ __or__ __sub__ __xor__"
_MIXINS: Mapping[str, str] = MappingProxyType({
    "Mapping": _MAPPING, "MutableMapping": _MUTABLE_MAPPING, "Sequence": _SEQUENCE, "Set": _SET,
    "MutableSequence": _MUTABLE_SEQUENCE, "MutableSet": f"{_SET} clear pop remove __iand__ __ior__",
    "UserDict": _MUTABLE_MAPPING, "UserList": f"{_MUTABLE_SEQUENCE} copy sort", "NodeVisitor": "generic_visit visit",
    "NodeTransformer": "generic_visit visit", "Formatter": "format format_field get_field get_value parse vformat",
    "TextWrapper": "fill wrap", "JSONEncoder": "default encode iterencode", "Thread": "join run start",
    "HTMLParser": "close feed",
    "Random": "betavariate choice choices gauss randint randrange random sample seed shuffle",
    "Executor": "map shutdown submit", "Future": "add_done_callback cancel done exception result",
    "singledispatch": "__call__ register", "Handler": "emit flush format handle handleError setFormatter setLevel",
    "Filter": "filter",
})  # fmt: skip


def inherits(base: str, name: str) -> bool:
    """Whether a class that derives from this class outside the program inherits a method."""
    return name in _MIXINS.get(base.rpartition(".")[2], "").split()
