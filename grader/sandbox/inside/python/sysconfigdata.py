"""Takes the place of Python's record of how it was built, inside the sandbox: that names folders of the machine."""

import _imp

ROOT = "/python/base"
SUFFIX = _imp.extension_suffixes()[0]
build_time_vars = {
    "prefix": ROOT,
    "exec_prefix": ROOT,
    "BINDIR": f"{ROOT}/bin",
    "LIBDIR": f"{ROOT}/lib",
    "INCLUDEDIR": f"{ROOT}/include",
    "EXT_SUFFIX": SUFFIX,
    "SOABI": SUFFIX.strip(".").removesuffix(".so"),
    "SHLIB_SUFFIX": ".so",
    "Py_DEBUG": 0,
    "Py_GIL_DISABLED": 0,
    "ABIFLAGS": "",
    "CONFIG_ARGS": "",
}
