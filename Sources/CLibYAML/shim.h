// libyaml: reads and checks YAML 1.1 text, giving an event and its place at a time.
#ifndef CLIBYAML_SHIM_H
#define CLIBYAML_SHIM_H

#include <yaml.h>

#endif
