// The ALSA library as C sees it; the Debian package is libasound2-dev.
#ifndef CALSA_SHIM_H
#define CALSA_SHIM_H

#include <alsa/asoundlib.h>

#endif
