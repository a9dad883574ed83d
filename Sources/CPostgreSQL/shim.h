#ifndef CLOCKSMITH_CPOSTGRESQL_SHIM_H
#define CLOCKSMITH_CPOSTGRESQL_SHIM_H

// libpq, the client's side of PostgreSQL.
#include <libpq-fe.h>

#endif
