#ifndef CLOCKSMITH_CEBUR128_SHIM_H
#define CLOCKSMITH_CEBUR128_SHIM_H

// libebur128 measures loudness by EBU R 128; the Debian package is libebur128-dev.
#include <ebur128.h>

#endif
