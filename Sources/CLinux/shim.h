// Linux interfaces that the toolchain's Glibc module leaves out.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <linux/input.h>
#include <linux/memfd.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>

/// poll(2) to the nanosecond. The header declares it under _GNU_SOURCE, which the Glibc module does not set.
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);

/// Leaves a child no descriptor from `first` on. Declared under _GNU_SOURCE as well.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

/// A file in memory. Declared under _GNU_SOURCE as well; flags are <linux/memfd.h>'s.
int memfd_create(const char *name, unsigned int flags);

/// Finds bytes in bytes. Declared under _GNU_SOURCE as well.
void *memmem(const void *bytes, size_t count, const void *wanted, size_t wanted_count);

/// Names the calling thread, in at most 15 bytes, for tools such as top. Swift cannot call variadic functions.
static inline int clinux_name_thread(const char *name)
{
    return prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// Keeps the keys of an input device from every other program, such as the console. Swift cannot call variadic functions.
static inline int clinux_grab_input(int descriptor)
{
    return ioctl(descriptor, EVIOCGRAB, 1);
}

#endif
