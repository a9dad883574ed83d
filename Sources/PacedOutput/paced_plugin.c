// A PCM that behaves like a sound card and writes down what would have been heard.
//
// alsa-lib's external I/O plugin calls in here with the PCM's lock held (except for poll and prepare), from whichever
// thread the program uses. Reading the pointer and the delay costs one clock reading and takes no lock of ours; the
// recorder, which has a thread of its own, gets copies.
//
// There is no `drain` callback on purpose: with one, alsa-lib does not start a clip shorter than the start threshold
// when it is drained, so it would never be heard.
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "paced_output.h"
#include "paced_clock.h"
#include "paced_recorder.h"
#include "paced_settings.h"

struct paced {
    snd_pcm_ioplug_t io;
    struct paced_settings settings;
    struct paced_recorder *recorder;
    struct paced_clock clock;
    int timer;  // readable when the program should look: alsa-lib's poll descriptor

    // From the software parameters.
    snd_pcm_uframes_t boundary;
    snd_pcm_uframes_t avail_min;
    snd_pcm_uframes_t stop_threshold;

    // alsa-lib's application pointer wraps at the boundary; this one counts on from the last prepare.
    int64_t application;
    snd_pcm_uframes_t application_seen;

    int64_t pointer;  // the pointer as last read; it stays there while the output does not run
};

static bool exists(const char *path) {
    return path && access(path, F_OK) == 0;
}

static bool runs(snd_pcm_state_t state) {
    return state == SND_PCM_STATE_RUNNING || state == SND_PCM_STATE_DRAINING;
}

static bool is_free_running(const struct paced *paced) {
    return paced->stop_threshold >= paced->boundary;
}

static int64_t fifo_frames(const struct paced *paced) {
    return llround((double)paced->settings.fifo_us * paced->clock.rate / 1e6);
}

// Follows alsa-lib's application pointer, which moves without our knowledge on rewind and forward.
static int64_t follow_application(struct paced *paced) {
    snd_pcm_uframes_t seen = paced->io.appl_ptr;
    if (seen != paced->application_seen) {
        int64_t moved = (int64_t)seen - (int64_t)paced->application_seen;
        int64_t boundary = (int64_t)paced->boundary;
        if (moved < -boundary / 2)
            moved += boundary;
        else if (moved >= boundary / 2)
            moved -= boundary;
        paced->application += moved;
        paced->application_seen = seen;
        paced_recorder_set_written(paced->recorder, paced->application);
    }
    return paced->application;
}

// Sets the poll timer for the moment at which the program has something to do.
static void arm(struct paced *paced, snd_pcm_state_t state, int64_t application) {
    int64_t buffer = (int64_t)paced->io.buffer_size;
    int64_t wanted = paced->avail_min < paced->io.buffer_size ? (int64_t)paced->avail_min : buffer;
    int64_t target = state == SND_PCM_STATE_DRAINING ? application : application + wanted - buffer;

    struct itimerspec at = {.it_value = {.tv_nsec = 1}};  // long ago: readable at once
    bool waits = state == SND_PCM_STATE_PREPARED || state == SND_PCM_STATE_PAUSED;
    if (paced_recorder_vanished(paced->recorder)) {
        waits = false;
    } else if (waits && target > paced->pointer) {
        at.it_value.tv_nsec = 0;  // never: nothing moves until the program starts the output
    } else if (runs(state) && target > paced->pointer) {
        int64_t due = paced_clock_time_of_pointer(&paced->clock, target);
        at.it_value.tv_sec = due / 1000000000;
        at.it_value.tv_nsec = due % 1000000000;
    }
    timerfd_settime(paced->timer, TFD_TIMER_ABSTIME, &at, NULL);
}

// Falls silent until the program prepares it anew.
static void suspend(struct paced *paced, int64_t application) {
    int64_t heard = paced_clock_heard(&paced->clock, paced_now());
    if (!is_free_running(paced) && heard > application)
        heard = application;
    paced_recorder_end(paced->recorder, heard);
    snd_pcm_ioplug_set_state(&paced->io, SND_PCM_STATE_SUSPENDED);
}

// Brings the pointer up to date. Returns it, or -EPIPE on an underrun. An output that vanished keeps its pointer and
// puts the PCM into the state DISCONNECTED, from which alsa-lib makes ENODEV; a negative pointer would make it an
// underrun.
static int64_t update_pointer(struct paced *paced) {
    snd_pcm_state_t state = paced->io.state;
    if (state == SND_PCM_STATE_XRUN)
        return -EPIPE;
    if (paced_recorder_vanished(paced->recorder) && runs(state))
        snd_pcm_ioplug_set_state(&paced->io, SND_PCM_STATE_DISCONNECTED);
    int64_t application = follow_application(paced);
    if (runs(paced->io.state) && exists(paced->settings.suspend_while))
        suspend(paced, application);
    if (!runs(paced->io.state))
        return paced->pointer;

    int64_t pointer = paced_clock_pointer(&paced->clock, paced_now());
    if (state == SND_PCM_STATE_DRAINING) {
        if (pointer > application)
            pointer = application;
    } else if (!is_free_running(paced)) {
        int64_t avail = pointer - application + (int64_t)paced->io.buffer_size;
        if (avail >= (int64_t)paced->stop_threshold) {
            // What was written has gone into the FIFO and is still heard.
            paced->pointer = pointer < application ? pointer : application;
            paced_recorder_end(paced->recorder, paced->pointer);
            arm(paced, SND_PCM_STATE_XRUN, application);
            return -EPIPE;
        }
    }
    paced->pointer = pointer;
    return pointer;
}

static void begin_run(struct paced *paced, int64_t swallow) {
    paced->clock.base = paced->pointer;
    paced->clock.origin_ns = paced_now();
    paced_recorder_begin(paced->recorder, &paced->clock, swallow, is_free_running(paced));
}

static int paced_start(snd_pcm_ioplug_t *io) {
    struct paced *paced = io->private_data;
    if (exists(paced->settings.vanish_when))
        return -ENODEV;
    if (exists(paced->settings.suspend_while))
        return -ESTRPIPE;
    int64_t application = follow_application(paced);
    if (application <= 0 && !is_free_running(paced))
        return -EPIPE;
    begin_run(paced, llround((double)paced->settings.swallow_ms * paced->clock.rate / 1e3));
    arm(paced, SND_PCM_STATE_RUNNING, application);
    return 0;
}

static int paced_stop(snd_pcm_ioplug_t *io) {
    struct paced *paced = io->private_data;
    if (!runs(io->state))
        return 0;
    int64_t application = follow_application(paced);
    int64_t last = application;
    // A drained output plays what is in its FIFO; a dropped one falls silent at once.
    if (io->state != SND_PCM_STATE_DRAINING || paced->pointer < application) {
        int64_t heard = paced_clock_heard(&paced->clock, paced_now());
        if (is_free_running(paced) || heard < application)
            last = heard;
    }
    paced_recorder_end(paced->recorder, last);
    arm(paced, SND_PCM_STATE_SETUP, application);
    return 0;
}

static snd_pcm_sframes_t paced_pointer(snd_pcm_ioplug_t *io) {
    struct paced *paced = io->private_data;
    int64_t pointer = update_pointer(paced);
    if (pointer < 0 || paced->boundary == 0)
        return (snd_pcm_sframes_t)pointer;
    return (snd_pcm_sframes_t)((uint64_t)pointer % paced->boundary);
}

static snd_pcm_sframes_t paced_transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas,
                                        snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
    struct paced *paced = io->private_data;
    if (paced_recorder_vanished(paced->recorder))
        return -ENODEV;
    int64_t first = follow_application(paced);
    paced_recorder_write(paced->recorder, first, areas, offset, size);
    arm(paced, io->state, first + (int64_t)size);
    return (snd_pcm_sframes_t)size;
}

static int paced_delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *delay) {
    struct paced *paced = io->private_data;
    int64_t pointer = update_pointer(paced);
    if (pointer < 0) {
        snd_pcm_ioplug_set_state(io, SND_PCM_STATE_XRUN);
        return -EPIPE;
    }
    if (io->state == SND_PCM_STATE_DISCONNECTED)
        return -ENODEV;
    if (io->state == SND_PCM_STATE_SUSPENDED)
        return -ESTRPIPE;
    // A card's driver learns of its FIFO from the hardware, so it does not count it before the start.
    bool started = runs(io->state) || io->state == SND_PCM_STATE_PAUSED;
    *delay = (snd_pcm_sframes_t)(paced->application - pointer + (started ? fifo_frames(paced) : 0));
    return 0;
}

static int paced_prepare(snd_pcm_ioplug_t *io) {
    struct paced *paced = io->private_data;
    if (paced_recorder_vanished(paced->recorder) || exists(paced->settings.vanish_when))
        return -ENODEV;
    if (exists(paced->settings.suspend_while))
        return -ESTRPIPE;
    if (runs(io->state))
        paced_recorder_end(paced->recorder, paced_clock_heard(&paced->clock, paced_now()));
    paced_recorder_reset(paced->recorder);
    paced->application = 0;
    paced->application_seen = 0;
    paced->pointer = 0;
    arm(paced, SND_PCM_STATE_PREPARED, 0);
    return 0;
}

static int paced_pause(snd_pcm_ioplug_t *io, int enable) {
    struct paced *paced = io->private_data;
    if (enable) {
        int64_t pointer = update_pointer(paced);
        if (pointer < 0) {
            snd_pcm_ioplug_set_state(io, SND_PCM_STATE_XRUN);
            return -EPIPE;
        }
        if (io->state == SND_PCM_STATE_DISCONNECTED)
            return -ENODEV;
        paced_recorder_end(paced->recorder, pointer);
        arm(paced, SND_PCM_STATE_PAUSED, paced->application);
    } else {
        begin_run(paced, 0);
        arm(paced, SND_PCM_STATE_RUNNING, paced->application);
    }
    return 0;
}

static int paced_hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params) {
    struct paced *paced = io->private_data;
    (void)params;
    paced->clock.rate = (double)io->rate * (1 + paced->settings.ppm / 1e6);
    struct paced_stream stream = {
        .format = io->format,
        .channels = io->channels,
        .rate = io->rate,
        .buffer = io->buffer_size,
        .fifo = fifo_frames(paced),
    };
    return paced_recorder_configure(paced->recorder, &stream);
}

static int paced_sw_params(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *params) {
    struct paced *paced = io->private_data;
    snd_pcm_sw_params_get_boundary(params, &paced->boundary);
    snd_pcm_sw_params_get_avail_min(params, &paced->avail_min);
    snd_pcm_sw_params_get_stop_threshold(params, &paced->stop_threshold);
    arm(paced, io->state, paced->application);
    return 0;
}

static int paced_poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned count,
                              unsigned short *events) {
    struct paced *paced = io->private_data;
    *events = 0;
    if (count != 1)
        return -EINVAL;
    if (!(descriptors[0].revents & POLLIN))
        return 0;
    // Also moves the PCM into XRUN, DISCONNECTED or, at the end of a drain, SETUP; so the result is in the state.
    snd_pcm_sframes_t avail = snd_pcm_avail_update(io->pcm);
    switch (io->state) {
    case SND_PCM_STATE_PREPARED:
    case SND_PCM_STATE_RUNNING:
    case SND_PCM_STATE_PAUSED:
        if (avail >= (snd_pcm_sframes_t)paced->avail_min || avail >= (snd_pcm_sframes_t)io->buffer_size)
            *events = POLLOUT;
        else
            arm(paced, io->state, paced->application);
        break;
    case SND_PCM_STATE_DRAINING:
        arm(paced, io->state, paced->application);
        break;
    case SND_PCM_STATE_SETUP:
        *events = POLLOUT;
        break;
    default:
        *events = POLLOUT | POLLERR;
        break;
    }
    return 0;
}

static void release(struct paced *paced) {
    if (paced->recorder)
        paced_recorder_destroy(paced->recorder);
    if (paced->timer >= 0)
        close(paced->timer);
    paced_settings_release(&paced->settings);
    free(paced);
}

static int paced_close(snd_pcm_ioplug_t *io) {
    release(io->private_data);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = paced_start,
    .stop = paced_stop,
    .pointer = paced_pointer,
    .transfer = paced_transfer,
    .close = paced_close,
    .hw_params = paced_hw_params,
    .sw_params = paced_sw_params,
    .prepare = paced_prepare,
    .pause = paced_pause,
    .poll_revents = paced_poll_revents,
    .delay = paced_delay,
};

static int set_choices(snd_pcm_ioplug_t *io, int parameter, const struct paced_choices *choices, unsigned least,
                       unsigned most) {
    if (choices->count > 0)
        return snd_pcm_ioplug_set_param_list(io, parameter, choices->count, choices->values);
    return snd_pcm_ioplug_set_param_minmax(io, parameter, least, most);
}

static int set_constraints(snd_pcm_ioplug_t *io, const struct paced_settings *settings) {
    static const unsigned accesses[] = {
        SND_PCM_ACCESS_RW_INTERLEAVED,
        SND_PCM_ACCESS_RW_NONINTERLEAVED,
        SND_PCM_ACCESS_MMAP_INTERLEAVED,
    };
    static const struct {
        int parameter;
        unsigned least, most;
    } ranges[] = {
        {SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 2 << 20},
        {SND_PCM_IOPLUG_HW_BUFFER_BYTES, 128, 4 << 20},
        {SND_PCM_IOPLUG_HW_PERIODS, 2, 1024},
    };
    struct paced_choices formats = settings->formats;
    if (formats.count == 0)
        for (size_t at = 0; at < paced_format_count; at++)
            formats.values[formats.count++] = (unsigned)paced_formats[at];
    int error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 3, accesses);
    if (error >= 0)
        error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, formats.count, formats.values);
    if (error >= 0)
        error = set_choices(io, SND_PCM_IOPLUG_HW_CHANNELS, &settings->channels, 1, 8);
    if (error >= 0)
        error = set_choices(io, SND_PCM_IOPLUG_HW_RATE, &settings->rates, 8000, 192000);
    for (size_t at = 0; error >= 0 && at < sizeof ranges / sizeof ranges[0]; at++)
        error = snd_pcm_ioplug_set_param_minmax(io, ranges[at].parameter, ranges[at].least, ranges[at].most);
    return error;
}

// A sleep that an arriving signal does not shorten.
static void sleep_milliseconds(long milliseconds) {
    struct timespec left = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
    while (nanosleep(&left, &left) < 0 && errno == EINTR) {
    }
}

// The part of opening that leaves a half-made output behind when it fails; the caller releases it.
static int set_up(struct paced *paced, snd_config_t *conf) {
    int error = paced_settings_read(&paced->settings, conf);
    if (error < 0)
        return error;
    sleep_milliseconds(paced->settings.open_ms);
    if (exists(paced->settings.vanish_when))
        return -ENODEV;
    if (exists(paced->settings.busy_while))
        return -EBUSY;
    paced->clock.granularity_ns = paced->settings.granularity_us * 1000;
    paced->clock.fifo_ns = paced->settings.fifo_us * 1000;
    paced->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (paced->timer < 0)
        return -errno;
    return paced_recorder_create(&paced->recorder, &paced->settings, paced->timer);
}

SND_PCM_PLUGIN_DEFINE_FUNC(paced) {
    (void)root;
    if (stream != SND_PCM_STREAM_PLAYBACK) {
        SNDERR("paced: this output cannot capture");
        return -EINVAL;
    }
    struct paced *paced = calloc(1, sizeof *paced);
    if (!paced)
        return -ENOMEM;
    paced->timer = -1;
    int error = set_up(paced, conf);
    if (error < 0) {
        release(paced);
        return error;
    }
    paced->io.version = SND_PCM_IOPLUG_VERSION;
    paced->io.name = "Paced test output";
    paced->io.flags = SND_PCM_IOPLUG_FLAG_MONOTONIC | SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
    paced->io.poll_fd = paced->timer;
    paced->io.poll_events = POLLIN;
    paced->io.callback = &callbacks;
    paced->io.private_data = paced;
    error = snd_pcm_ioplug_create(&paced->io, name, stream, mode);
    if (error < 0) {
        release(paced);
        return error;
    }
    error = set_constraints(&paced->io, &paced->settings);
    if (error < 0) {
        snd_pcm_ioplug_delete(&paced->io);  // releases through the close callback
        return error;
    }
    *pcmp = paced->io.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(paced)
