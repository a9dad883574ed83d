#include "paced_clock.h"

#include <math.h>
#include <time.h>

static const double nanoseconds_per_second = 1e9;

// A day of nanoseconds times a frame rate leaves about 10^-6 of a frame of rounding error in a double. Positions are
// rounded down after adding this, so that a timer set for a frame finds the frame passed when it fires.
static const double rounding_frames = 1e-5;

int64_t paced_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t position(const struct paced_clock *clock, int64_t elapsed_ns) {
    if (elapsed_ns <= 0)
        return clock->base;
    double frames = (double)elapsed_ns * clock->rate / nanoseconds_per_second;
    return clock->base + (int64_t)floor(frames + rounding_frames);
}

int64_t paced_clock_pointer(const struct paced_clock *clock, int64_t now_ns) {
    int64_t elapsed = now_ns - clock->origin_ns;
    if (clock->granularity_ns > 0)
        elapsed -= elapsed % clock->granularity_ns;
    return position(clock, elapsed);
}

int64_t paced_clock_heard(const struct paced_clock *clock, int64_t now_ns) {
    return position(clock, now_ns - clock->fifo_ns - clock->origin_ns);
}

int64_t paced_clock_time_of_pointer(const struct paced_clock *clock, int64_t frames) {
    if (frames <= clock->base)
        return clock->origin_ns;
    int64_t elapsed = (int64_t)ceil((double)(frames - clock->base) * nanoseconds_per_second / clock->rate);
    if (clock->granularity_ns > 0) {
        int64_t steps = (elapsed + clock->granularity_ns - 1) / clock->granularity_ns;
        elapsed = steps * clock->granularity_ns;
    }
    return clock->origin_ns + elapsed;
}
