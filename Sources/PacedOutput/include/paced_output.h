// The entry point through which alsa-lib opens a PCM of type `paced`.
//
// alsa-lib finds it by name in libasound_module_pcm_paced.so; nobody calls it directly.
// docs/paced-output.md describes the settings, the recording format and the limits of the model.
#ifndef PACED_OUTPUT_H
#define PACED_OUTPUT_H

#include <alsa/asoundlib.h>

/// Opens the paced output described by `conf`.
///
/// Returns 0, or -EINVAL for a bad setting, -EBUSY while the `busy_while` file exists, -ENODEV while the
/// `vanish_when` file exists, or the reason for which the recording folder cannot be used.
int _snd_pcm_paced_open(snd_pcm_t **pcmp, const char *name, snd_config_t *root, snd_config_t *conf,
                        snd_pcm_stream_t stream, int mode);

#endif
