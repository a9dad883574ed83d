#ifndef CLOCKSMITH_CSAMPLERATE_SHIM_H
#define CLOCKSMITH_CSAMPLERATE_SHIM_H

// libsamplerate converts between sample rates by band-limited interpolation.
#include <samplerate.h>

#endif
