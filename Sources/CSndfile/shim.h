#ifndef CLOCKSMITH_CSNDFILE_SHIM_H
#define CLOCKSMITH_CSNDFILE_SHIM_H

// libsndfile reads WAV, AIFF, CAF, FLAC, Ogg and more.
#include <sndfile.h>

#endif
