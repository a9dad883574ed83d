#include "paced_recorder.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "paced_file.h"

enum {
    tick_ns = 20 * 1000 * 1000,
    // Room for frames that were heard while the thread did not get a processor or waited for the disk.
    slack_ms = 500,
    chunk_bytes = 16384,
    stack_bytes = 64 * 1024 + chunk_bytes,
};

struct paced_recorder {
    const struct paced_settings *settings;
    int wake;
    pthread_t thread;
    atomic_bool vanished;

    pthread_mutex_t lock;  // guards everything below, held for copies only, never for a system call on a file
    pthread_cond_t changed;
    bool quit;

    struct paced_stream stream;
    size_t frame_bytes;
    unsigned char *ring;  // NULL when nothing is recorded
    int64_t capacity;     // frames; frame n is at n % capacity
    int64_t next;         // first frame that is not yet taken for the file
    int64_t written;      // end of what the program wrote

    bool running;
    bool ending;
    bool free_running;
    int64_t last;           // with `ending`: the run's end
    int64_t swallow_until;  // frames before this one are lost
    int64_t wall_offset_ns;
    struct paced_clock clock;
};

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static void make_readable(int timer) {
    struct itimerspec soon = {.it_value = {.tv_nsec = 1}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &soon, NULL);
}

// The end of what can be written to the file now. Called with the lock held.
static int64_t due(const struct paced_recorder *recorder) {
    int64_t heard = recorder->ending ? recorder->last : paced_clock_heard(&recorder->clock, paced_now());
    return recorder->free_running ? heard : least(heard, recorder->written);
}

// Moves frames that were heard from the ring to `chunk` and returns how many bytes. Called with the lock held.
static size_t take(struct paced_recorder *recorder, unsigned char *chunk) {
    int64_t at = recorder->next % recorder->capacity;
    int64_t count = least(due(recorder) - recorder->next, recorder->capacity - at);
    count = least(count, chunk_bytes / (int64_t)recorder->frame_bytes);
    if (count <= 0)
        return 0;
    size_t bytes = (size_t)count * recorder->frame_bytes;
    unsigned char *frames = recorder->ring + (size_t)at * recorder->frame_bytes;
    memcpy(chunk, frames, bytes);
    // Zero bytes are silence in every format offered: what is never written again is heard as silence.
    memset(frames, 0, bytes);
    int64_t lost = least(count, recorder->swallow_until - recorder->next);
    if (lost > 0)
        memset(chunk, 0, (size_t)lost * recorder->frame_bytes);
    recorder->next += count;
    return bytes;
}

static int create_file(const struct paced_recorder *recorder) {
    const struct paced_settings *settings = recorder->settings;
    struct paced_header header = {
        .name = settings->name,
        .format = snd_pcm_format_name(recorder->stream.format),
        .channels = recorder->stream.channels,
        .rate = recorder->stream.rate,
        .heard_rate = recorder->clock.rate,
        .start_ns = recorder->clock.origin_ns + recorder->clock.fifo_ns,
        .wall_offset_ns = recorder->wall_offset_ns,
        .ppm = settings->ppm,
        .granularity_us = settings->granularity_us,
        .fifo_us = settings->fifo_us,
        .swallow_ms = settings->swallow_ms,
    };
    int file = paced_file_create(settings->record, &header);
    if (file < 0)
        SNDERR("paced: cannot create a recording in %s: %s; this run is not recorded", settings->record,
               strerror(-file));
    return file;
}

static void append(struct paced_recorder *recorder, int *file, const unsigned char *chunk, size_t bytes) {
    if (*file < 0)
        return;
    int error = paced_file_append(*file, chunk, bytes);
    if (error < 0) {
        SNDERR("paced: recording in %s stops: %s", recorder->settings->record, strerror(-error));
        close(*file);
        *file = -1;
    }
}

static void check_vanished(struct paced_recorder *recorder) {
    const char *path = recorder->settings->vanish_when;
    if (!path || recorder->ending)
        return;
    if (!atomic_load(&recorder->vanished)) {
        if (access(path, F_OK) != 0)
            return;
        recorder->last = paced_clock_heard(&recorder->clock, paced_now());
        if (!recorder->free_running)
            recorder->last = least(recorder->last, recorder->written);
        recorder->ending = true;
        atomic_store(&recorder->vanished, true);
    }
    make_readable(recorder->wake);
}

static void wait_for_tick(struct paced_recorder *recorder) {
    int64_t until_ns = paced_now() + tick_ns;
    struct timespec until = {.tv_sec = until_ns / 1000000000, .tv_nsec = until_ns % 1000000000};
    pthread_cond_timedwait(&recorder->changed, &recorder->lock, &until);
}

// Records one run from its start to its end. Called and returns with the lock held.
static void record_run(struct paced_recorder *recorder) {
    unsigned char chunk[chunk_bytes];
    int file = -1;
    if (recorder->ring) {
        // The stream, clock and settings do not change during a run, so they may be read without the lock.
        pthread_mutex_unlock(&recorder->lock);
        file = create_file(recorder);
        pthread_mutex_lock(&recorder->lock);
    }
    for (;;) {
        check_vanished(recorder);
        bool last_pass = recorder->ending;
        size_t bytes;
        while (recorder->ring && (bytes = take(recorder, chunk)) > 0) {
            pthread_cond_broadcast(&recorder->changed);
            pthread_mutex_unlock(&recorder->lock);
            append(recorder, &file, chunk, bytes);
            pthread_mutex_lock(&recorder->lock);
        }
        if (last_pass)
            break;
        if (!recorder->ending)
            wait_for_tick(recorder);
    }
    if (file >= 0) {
        pthread_mutex_unlock(&recorder->lock);
        close(file);
        pthread_mutex_lock(&recorder->lock);
    }
    recorder->running = false;
    recorder->ending = false;
    pthread_cond_broadcast(&recorder->changed);
}

static void *thread_main(void *argument) {
    struct paced_recorder *recorder = argument;
    pthread_mutex_lock(&recorder->lock);
    while (!recorder->quit) {
        if (recorder->running)
            record_run(recorder);
        else
            pthread_cond_wait(&recorder->changed, &recorder->lock);
    }
    pthread_mutex_unlock(&recorder->lock);
    return NULL;
}

static int start_thread(struct paced_recorder *recorder) {
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error)
        return -error;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    // The program's signals are the program's business.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(&recorder->thread, &attributes, thread_main, recorder);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return -error;
}

int paced_recorder_create(struct paced_recorder **created, const struct paced_settings *settings, int wake) {
    struct paced_recorder *recorder = calloc(1, sizeof *recorder);
    if (!recorder)
        return -ENOMEM;
    recorder->settings = settings;
    recorder->wake = wake;
    pthread_mutex_init(&recorder->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&recorder->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    int error = start_thread(recorder);
    if (error < 0) {
        pthread_cond_destroy(&recorder->changed);
        pthread_mutex_destroy(&recorder->lock);
        free(recorder);
        return error;
    }
    *created = recorder;
    return 0;
}

void paced_recorder_destroy(struct paced_recorder *recorder) {
    pthread_mutex_lock(&recorder->lock);
    recorder->quit = true;
    if (recorder->running && !recorder->ending) {
        recorder->last = due(recorder);
        recorder->ending = true;
    }
    pthread_cond_broadcast(&recorder->changed);
    pthread_mutex_unlock(&recorder->lock);
    pthread_join(recorder->thread, NULL);
    pthread_cond_destroy(&recorder->changed);
    pthread_mutex_destroy(&recorder->lock);
    free(recorder->ring);
    free(recorder);
}

int paced_recorder_configure(struct paced_recorder *recorder, const struct paced_stream *stream) {
    if (!recorder->settings->record)
        return 0;
    int64_t capacity = (int64_t)stream->buffer + stream->fifo + (int64_t)stream->rate * slack_ms / 1000;
    size_t frame_bytes = (size_t)snd_pcm_format_physical_width(stream->format) / 8 * stream->channels;
    unsigned char *ring = calloc((size_t)capacity, frame_bytes);
    if (!ring)
        return -ENOMEM;
    pthread_mutex_lock(&recorder->lock);
    unsigned char *before = recorder->ring;
    recorder->ring = ring;
    recorder->capacity = capacity;
    recorder->frame_bytes = frame_bytes;
    recorder->stream = *stream;
    recorder->next = 0;
    recorder->written = 0;
    pthread_mutex_unlock(&recorder->lock);
    free(before);
    return 0;
}

void paced_recorder_reset(struct paced_recorder *recorder) {
    pthread_mutex_lock(&recorder->lock);
    if (recorder->ring)
        memset(recorder->ring, 0, (size_t)recorder->capacity * recorder->frame_bytes);
    recorder->next = 0;
    recorder->written = 0;
    pthread_mutex_unlock(&recorder->lock);
}

void paced_recorder_write(struct paced_recorder *recorder, int64_t first, const snd_pcm_channel_area_t *areas,
                          snd_pcm_uframes_t offset, snd_pcm_uframes_t count) {
    if (!recorder->ring)
        return;
    const struct paced_stream *stream = &recorder->stream;
    snd_pcm_channel_area_t into[stream->channels];
    unsigned width = (unsigned)snd_pcm_format_physical_width(stream->format);
    for (unsigned channel = 0; channel < stream->channels; channel++) {
        into[channel].addr = recorder->ring;
        into[channel].first = channel * width;
        into[channel].step = stream->channels * width;
    }
    int64_t end = first + (int64_t)count;
    pthread_mutex_lock(&recorder->lock);
    // Only after a starved recorder: let it catch up rather than lose what was heard.
    while (recorder->running && end - recorder->capacity > recorder->next)
        pthread_cond_wait(&recorder->changed, &recorder->lock);
    recorder->written = end;
    int64_t at = first;
    if (at < recorder->next)
        at = least(recorder->next, end);
    while (at < end) {
        int64_t place = at % recorder->capacity;
        int64_t length = least(end - at, recorder->capacity - place);
        snd_pcm_areas_copy(into, (snd_pcm_uframes_t)place, areas, offset + (snd_pcm_uframes_t)(at - first),
                           stream->channels, (snd_pcm_uframes_t)length, stream->format);
        at += length;
    }
    pthread_mutex_unlock(&recorder->lock);
}

void paced_recorder_set_written(struct paced_recorder *recorder, int64_t frames) {
    pthread_mutex_lock(&recorder->lock);
    recorder->written = frames;
    pthread_mutex_unlock(&recorder->lock);
}

void paced_recorder_begin(struct paced_recorder *recorder, const struct paced_clock *clock, int64_t swallow,
                          bool free_running) {
    int64_t wall_offset_ns = paced_wall_offset();
    pthread_mutex_lock(&recorder->lock);
    // A vanished output ends its run by itself; wait until that is in the file.
    while (recorder->running)
        pthread_cond_wait(&recorder->changed, &recorder->lock);
    recorder->clock = *clock;
    recorder->next = clock->base;
    recorder->swallow_until = clock->base + swallow;
    recorder->free_running = free_running;
    recorder->wall_offset_ns = wall_offset_ns;
    recorder->running = true;
    recorder->ending = false;
    pthread_cond_broadcast(&recorder->changed);
    pthread_mutex_unlock(&recorder->lock);
}

void paced_recorder_end(struct paced_recorder *recorder, int64_t last) {
    pthread_mutex_lock(&recorder->lock);
    if (recorder->running && !recorder->ending) {
        recorder->last = last;
        recorder->ending = true;
        pthread_cond_broadcast(&recorder->changed);
    }
    while (recorder->running)
        pthread_cond_wait(&recorder->changed, &recorder->lock);
    pthread_mutex_unlock(&recorder->lock);
}

bool paced_recorder_vanished(const struct paced_recorder *recorder) {
    return atomic_load(&recorder->vanished);
}
