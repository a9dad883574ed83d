// What the asound.conf definition of a paced output can set.
#ifndef PACED_SETTINGS_H
#define PACED_SETTINGS_H

#include <alsa/asoundlib.h>

struct paced_settings {
    double ppm;           // crystal error, parts per million, signed
    long granularity_us;  // step of the pointer
    long fifo_us;         // delay between pointer and converter
    long open_ms;         // how long opening blocks
    long swallow_ms;      // how much of the sound after a start is lost
    char *busy_while;     // file; while it exists opening fails with EBUSY; NULL for never
    char *vanish_when;    // file; once it exists the output is gone (ENODEV); NULL for never
    char *record;         // folder for the recordings; NULL records nothing
    char *name;           // first part of the recordings' file names
};

/// Reads the definition, applying defaults. Returns 0, or a negative error after one line on ALSA's error output.
/// The caller releases what was read with `paced_settings_release`, also after an error.
int paced_settings_read(struct paced_settings *settings, snd_config_t *conf);

void paced_settings_release(struct paced_settings *settings);

#endif
