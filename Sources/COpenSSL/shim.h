// OpenSSL's libcrypto: scrypt, and whether a certificate and a key belong together. libmosquitto brings it to every machine; its headers are in libssl-dev.
#ifndef CLOCKSMITH_COPENSSL_SHIM_H
#define CLOCKSMITH_COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#endif
