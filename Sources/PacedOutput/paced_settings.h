// What the asound.conf definition of a paced output can set.
#ifndef PACED_SETTINGS_H
#define PACED_SETTINGS_H

#include <alsa/asoundlib.h>

enum { paced_most_choices = 16 };

// Values that a program can choose from.
struct paced_choices {
    unsigned count;  // 0: the setting was not made
    unsigned values[paced_most_choices];
};

struct paced_settings {
    double ppm;           // crystal error, parts per million, signed
    long granularity_us;  // step of the pointer
    long fifo_us;         // delay between pointer and converter
    long open_ms;         // how long opening blocks
    long swallow_ms;      // how much of the sound after a start is lost
    struct paced_choices rates;     // frames per second
    struct paced_choices channels;
    struct paced_choices formats;   // snd_pcm_format_t
    char *busy_while;     // file; while it exists opening fails with EBUSY; NULL for never
    char *vanish_when;    // file; once it exists the output is gone (ENODEV); NULL for never
    char *suspend_while;  // file; while it exists the output is suspended; NULL for never
    char *record;         // folder for the recordings; NULL records nothing
    char *name;           // first part of the recordings' file names
};

/// The formats that the output can offer.
extern const snd_pcm_format_t paced_formats[];
extern const size_t paced_format_count;

/// Reads the definition, applying defaults. Returns 0, or a negative error after one line on ALSA's error output.
/// The caller releases what was read with `paced_settings_release`, also after an error.
int paced_settings_read(struct paced_settings *settings, snd_config_t *conf);

void paced_settings_release(struct paced_settings *settings);

#endif
