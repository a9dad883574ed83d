// The crystal of the paced output: which frame is where at a given moment.
//
// All times are nanoseconds of CLOCK_MONOTONIC, all frames count from the last prepare. Between a start and the
// next stop the model is a straight line: frame n is due at the converter `n / rate` after the start. Three
// observers see that line differently. The *converter* lets frame n out `fifo` after it was due. The *pointer*, which
// is what a program may ask for, follows the line in steps of `granularity`. The *recording* holds what the converter
// let out.
#ifndef PACED_CLOCK_H
#define PACED_CLOCK_H

#include <stdint.h>

struct paced_clock {
    double rate;             // frames per second as heard: nominal rate * (1 + ppm / 10^6)
    int64_t granularity_ns;  // step of the pointer; 0 lets it move frame by frame
    int64_t fifo_ns;         // how much later than the pointer the converter is
    int64_t origin_ns;       // when frame `base` was due
    int64_t base;            // first frame after the start (not 0 after a pause)
};

/// CLOCK_MONOTONIC in nanoseconds.
int64_t paced_now(void);

/// Frames the pointer has passed at `now_ns`, in whole steps of the granularity.
int64_t paced_clock_pointer(const struct paced_clock *clock, int64_t now_ns);

/// Frames that have left the converter at `now_ns`; behind the pointer by the FIFO.
int64_t paced_clock_heard(const struct paced_clock *clock, int64_t now_ns);

/// The first moment at which the pointer has passed `frames` frames.
int64_t paced_clock_time_of_pointer(const struct paced_clock *clock, int64_t frames);

#endif
