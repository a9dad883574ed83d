#include "paced_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "paced_clock.h"

// Counts this process's runs over all its outputs.
static atomic_uint run_counter;

enum { decimal_bytes = 40 };

// printf's %f writes a comma in some locales, which the program around us may have set.
static const char *decimal(char text[decimal_bytes], double value) {
    long long millionths = llround(value * 1e6);
    unsigned long long size = millionths < 0 ? -(unsigned long long)millionths : (unsigned long long)millionths;
    snprintf(text, decimal_bytes, "%s%llu.%06llu", millionths < 0 ? "-" : "", size / 1000000, size % 1000000);
    return text;
}

static int format_header(char *text, const struct paced_header *header, unsigned run) {
    char heard_rate[decimal_bytes], ppm[decimal_bytes];
    memset(text, ' ', paced_header_bytes);
    int length = snprintf(text, paced_header_bytes,
                          "{\"paced\":1,\"name\":\"%s\",\"pid\":%d,\"run\":%u,\"format\":\"%s\",\"channels\":%u,"
                          "\"rate\":%u,\"heard_rate\":%s,\"start_monotonic_ns\":%lld,\"wall_offset_ns\":%lld,"
                          "\"ppm\":%s,\"granularity_us\":%ld,\"fifo_us\":%ld,\"swallow_ms\":%ld}",
                          header->name, (int)getpid(), run, header->format, header->channels, header->rate,
                          decimal(heard_rate, header->heard_rate), (long long)header->start_ns,
                          (long long)header->wall_offset_ns, decimal(ppm, header->ppm), header->granularity_us,
                          header->fifo_us, header->swallow_ms);
    if (length < 0 || length >= paced_header_bytes - 1)
        return -EOVERFLOW;
    text[length] = ' ';
    text[paced_header_bytes - 1] = '\n';
    return 0;
}

int paced_file_create(const char *folder, const struct paced_header *header) {
    int file;
    unsigned run;
    // A folder may hold recordings of an earlier process with this one's pid: take the next free number.
    do {
        run = atomic_fetch_add(&run_counter, 1) + 1;
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/%s-%d-%u.paced", folder, header->name, (int)getpid(), run);
        if (length < 0 || (size_t)length >= sizeof path)
            return -ENAMETOOLONG;
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
    } while (file < 0 && (errno == EEXIST || errno == EINTR));
    if (file < 0)
        return -errno;

    char text[paced_header_bytes];
    int error = format_header(text, header, run);
    if (error == 0)
        error = paced_file_append(file, text, sizeof text);
    if (error < 0) {
        close(file);
        return error;
    }
    return file;
}

int paced_file_append(int file, const void *bytes, size_t count) {
    const char *at = bytes;
    while (count > 0) {
        ssize_t written = write(file, at, count);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return -errno;
        }
        at += written;
        count -= (size_t)written;
    }
    return 0;
}

int64_t paced_wall_offset(void) {
    int64_t offset = 0;
    int64_t narrowest = INT64_MAX;
    // The narrowest of several brackets, in case the thread is interrupted between two readings.
    for (int attempt = 0; attempt < 5; attempt++) {
        struct timespec wall;
        int64_t before = paced_now();
        clock_gettime(CLOCK_REALTIME, &wall);
        int64_t width = paced_now() - before;
        if (width < narrowest) {
            narrowest = width;
            offset = (int64_t)wall.tv_sec * 1000000000 + wall.tv_nsec - (before + width / 2);
        }
    }
    return offset;
}
