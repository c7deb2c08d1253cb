"""The names of the standard library's modules, those of every interpreter that the toolkit knows.

Fixed here, so that findings are the same on every host; a module's name without the underscore that it may begin with.
"""

from __future__ import annotations

__all__ = ["STANDARD_MODULES"]

_NAMES = """
__future__ abc aifc aix_support android_support annotationlib antigravity apple_support argparse array ast ast_unparse
asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect blake2 bootsubprocess builtins bz2 cProfile
calendar cgi cgitb chunk cmath cmd code codecs codecs_cn codecs_hk codecs_iso2022 codecs_jp codecs_kr codecs_tw codeop
collections collections_abc colorize colorsys compat_pickle compileall compression concurrent configparser contextlib
contextvars copy copyreg crypt csv ctypes curses curses_panel dataclasses datetime dbm decimal difflib dis distutils
doctest elementtree email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions
frozen_importlib frozen_importlib_external ftplib functools gc gdbm genericpath getopt getpass gettext glob graphlib
grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect interpchannels interpqueues
interpreters io ios_support ipaddress itertools json keyword lib2to3 linecache locale logging lsprof lzma mailbox
mailcap markupbase marshal math md5 mimetypes mmap modulefinder msi msilib msvcrt multibytecodec multiprocessing netrc
nis nntplib nt ntpath nturl2path numbers opcode opcode_metadata operator optparse os ossaudiodev osx_support
overlapped pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath posixshmem
posixsubprocess pprint profile pstats pty pwd py_abc py_compile py_warnings pyclbr pydatetime pydecimal pydoc
pydoc_data pyexpat pyio pylong pyrepl queue quopri random re readline remote_debugging reprlib resource rlcompleter
runpy sched scproxy secrets select selectors sha1 sha2 sha256 sha3 sha512 shelve shlex shutil signal site sitebuiltins
smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre sre_compile sre_constants sre_parse ssl stat statistics
string stringprep strptime struct subprocess suggestions sunau symtable sys sysconfig syslog tabnanny tarfile
telnetlib tempfile termios textwrap this thread threading threading_local time timeit tkinter token tokenize tomllib
trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave
weakref weakrefset webbrowser winapi winreg winsound wmi wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
zoneinfo zstd
"""
STANDARD_MODULES = frozenset(_NAMES.split())
