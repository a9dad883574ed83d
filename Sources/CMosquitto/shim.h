#ifndef CLOCKSMITH_CMOSQUITTO_SHIM_H
#define CLOCKSMITH_CMOSQUITTO_SHIM_H

// mosquitto.h has the client library's functions, mqtt_protocol.h the MQTT 5 reason codes and property identifiers.
#include <mosquitto.h>
#include <mqtt_protocol.h>

#endif
