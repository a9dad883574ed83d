// The audio thread's calls that Swift's Glibc module does not offer: a thread with attributes and a name, eventfd, ppoll.
#ifndef CLOCKSMITH_AUDIO_THREAD_H
#define CLOCKSMITH_AUDIO_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A new eventfd at 0, not blocking, closed on exec; -1 with errno when there is none.
int audio_wake_descriptor(void);

/// Sleeps until `descriptor` is readable, at most `nanoseconds`, without a bound when that is negative.
/// Returns whether it is readable. A signal may end the sleep early.
bool audio_wait(int descriptor, int64_t nanoseconds);

/// Runs `body(context)` on a new detached thread named `name` (at most 15 bytes) with all signals blocked: they are
/// the business of the program's other threads. Returns 0 or the error.
int audio_thread_start(const char *name, size_t stack_bytes, void (*body)(void *), void *context);

#endif
