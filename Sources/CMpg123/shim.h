#ifndef CLOCKSMITH_CMPG123_SHIM_H
#define CLOCKSMITH_CMPG123_SHIM_H

// libmpg123 decodes MPEG audio. libsndfile needs it for the same.
#include <mpg123.h>

// From 1.30 on `mpg123_param` is a macro, which Swift cannot call.
static inline int clocksmith_mpg123_flags(mpg123_handle *handle, long flags) {
    return mpg123_param(handle, MPG123_FLAGS, flags, 0.0);
}

#endif
