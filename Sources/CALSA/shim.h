// The ALSA library as C sees it; the Debian package is libasound2-dev.
#ifndef CALSA_SHIM_H
#define CALSA_SHIM_H

#include <alsa/asoundlib.h>
#include <stdarg.h>
#include <stdio.h>

// What ALSA says on a thread. Here, because Swift has no functions that C calls with an argument list: on arm64 that is
// a structure. To be used from one Swift file, whose object file the storage belongs to.

// The calling thread's first message since it was emptied, to be read or emptied.
static inline char *calsa_message(void) {
    static __thread char message[256];
    return message;
}

static inline void calsa_keep(
    const char *file, int line, const char *function, int error, const char *format, va_list arguments) {
    (void)file, (void)line, (void)function, (void)error;
    if (calsa_message()[0] == 0 && format) vsnprintf(calsa_message(), 256, format, arguments);
}

static inline void calsa_ignore(
    const char *file, int line, const char *function, int error, const char *format, va_list arguments) {
    (void)file, (void)line, (void)function, (void)error, (void)format, (void)arguments;
}

// What becomes of a thread's messages, as something that Swift can hold.
typedef void (*calsa_handler)(void);

// From now on the calling thread's messages are dropped, and not printed. Returns what became of them before.
static inline calsa_handler calsa_drop_messages(void) { return (calsa_handler)snd_lib_error_set_local(calsa_ignore); }

static inline void calsa_restore(calsa_handler before) { snd_lib_error_set_local((snd_local_error_handler_t)before); }

// From now on the calling thread's messages are kept, and not printed.
static inline void calsa_keep_messages(void) { snd_lib_error_set_local(calsa_keep); }

#endif
