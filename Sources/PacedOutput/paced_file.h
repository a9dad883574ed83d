// One recording: a header of fixed size and the raw frames behind it. docs/paced-output.md has the format.
#ifndef PACED_FILE_H
#define PACED_FILE_H

#include <stddef.h>
#include <stdint.h>

enum { paced_header_bytes = 512 };

struct paced_header {
    const char *name;    // characters that need no escaping in JSON
    const char *format;  // ALSA's name, S16_LE
    unsigned channels;
    unsigned rate;           // nominal, frames per second
    double heard_rate;       // frames per second
    int64_t start_ns;        // CLOCK_MONOTONIC when frame 0 left the converter
    int64_t wall_offset_ns;  // CLOCK_REALTIME - CLOCK_MONOTONIC at the start
    double ppm;
    long granularity_us;
    long fifo_us;
    long swallow_ms;
};

/// Creates `<folder>/<name>-<pid>-<run>.paced` and writes the header. Returns a descriptor or a negative error.
int paced_file_create(const char *folder, const struct paced_header *header);

/// Appends all of `bytes`. Returns 0 or a negative error.
int paced_file_append(int file, const void *bytes, size_t count);

/// CLOCK_REALTIME - CLOCK_MONOTONIC now, in nanoseconds.
int64_t paced_wall_offset(void);

#endif
