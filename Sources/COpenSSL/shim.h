// OpenSSL's libcrypto: scrypt. libmosquitto brings it to every machine; its headers are in libssl-dev.
#ifndef CLOCKSMITH_COPENSSL_SHIM_H
#define CLOCKSMITH_COPENSSL_SHIM_H

#include <openssl/evp.h>

#endif
