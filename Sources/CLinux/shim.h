// Linux interfaces that the toolchain's Glibc module leaves out.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

/// Names the calling thread, in at most 15 bytes, for tools such as top. Swift cannot call variadic functions.
static inline int clinux_name_thread(const char *name)
{
    return prctl(PR_SET_NAME, name, 0, 0, 0);
}

#endif
