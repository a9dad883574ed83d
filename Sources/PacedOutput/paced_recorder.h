// Writes down what was heard, on a thread of its own, so that a slow disk never holds up the player.
//
// The recorder keeps the frames that were written and not yet heard in a ring. Its thread wakes every 20 ms while the
// output runs, takes the frames whose time at the converter has passed, and appends them to the run's file; so a
// program that is killed loses at most about that much of its recording. The same thread looks for the `vanish_when`
// file, which is why it also runs when nothing is recorded.
#ifndef PACED_RECORDER_H
#define PACED_RECORDER_H

#include <alsa/asoundlib.h>
#include <stdbool.h>
#include <stdint.h>

#include "paced_clock.h"
#include "paced_settings.h"

struct paced_recorder;

/// The frames' layout and the size of the program's buffer.
struct paced_stream {
    snd_pcm_format_t format;
    unsigned channels;
    unsigned rate;             // nominal, frames per second
    snd_pcm_uframes_t buffer;  // frames
    int64_t fifo;              // frames
};

/// `settings` must outlive the recorder; `wake` is a timerfd that is made readable when the output vanishes.
/// Returns 0 or a negative error.
int paced_recorder_create(struct paced_recorder **recorder, const struct paced_settings *settings, int wake);

/// Ends a run that is still going and frees everything.
void paced_recorder_destroy(struct paced_recorder *recorder);

/// Makes room for a stream. Not while a run is going. Returns 0 or -ENOMEM.
int paced_recorder_configure(struct paced_recorder *recorder, const struct paced_stream *stream);

/// Forgets all frames and counts from 0 again. Not while a run is going.
void paced_recorder_reset(struct paced_recorder *recorder);

/// Takes frames `first ..< first + count` from the program's areas. What is already heard stays as it was.
void paced_recorder_write(struct paced_recorder *recorder, int64_t first, const snd_pcm_channel_area_t *areas,
                          snd_pcm_uframes_t offset, snd_pcm_uframes_t count);

/// Tells where the program's pointer is when it moved without a write (rewind or forward).
void paced_recorder_set_written(struct paced_recorder *recorder, int64_t frames);

/// Starts a run. `swallow` frames of it are lost; a free run goes on with silence when the program writes nothing.
void paced_recorder_begin(struct paced_recorder *recorder, const struct paced_clock *clock, int64_t swallow,
                          bool free_running);

/// Ends the run after frame `last - 1`, returning when all of it is in the file. Nothing happens without a run.
void paced_recorder_end(struct paced_recorder *recorder, int64_t last);

/// Whether the output vanished while a run was going.
bool paced_recorder_vanished(const struct paced_recorder *recorder);

#endif
