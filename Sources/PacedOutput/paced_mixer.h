// The entry point through which alsa-lib opens a control device of type `paced`.
#ifndef PACED_MIXER_H
#define PACED_MIXER_H

#include <alsa/asoundlib.h>

/// Opens the mixer described by `conf`. Returns 0, or -EINVAL for a bad setting.
int _snd_ctl_paced_open(snd_ctl_t **handlep, const char *name, snd_config_t *root, snd_config_t *conf, int mode);

#endif
