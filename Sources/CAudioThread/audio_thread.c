#define _GNU_SOURCE
#include "audio_thread.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>

int audio_wake_descriptor(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

bool audio_wait(int descriptor, int64_t nanoseconds) {
    struct pollfd poll = {.fd = descriptor, .events = POLLIN};
    struct timespec timeout = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    return ppoll(&poll, 1, nanoseconds < 0 ? NULL : &timeout, NULL) > 0;
}

struct start {
    void (*body)(void *);
    void *context;
};

static void *thread_main(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int audio_thread_start(const char *name, size_t stack_bytes, void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (!start)
        return ENOMEM;
    *start = (struct start){body, context};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, thread_main, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (error) {
        free(start);
        return error;
    }
    pthread_setname_np(thread, name);
    pthread_detach(thread);
    return 0;
}
