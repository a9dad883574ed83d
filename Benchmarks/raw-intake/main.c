// The least program that accepts a fleet's reports: it stores each as a row in SQLite, syncs and acknowledges it. It
// decides nothing, and reads only a report's number. Its folder, table and acknowledgements are like the coordinator's.
#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 20000, NAME_LENGTH = 64 };

struct node {
    char name[NAME_LENGTH];
    long last;
    int is_waiting;
};

static struct node nodes[MOST_NODES];
static int node_count;
static int waiting[MOST_NODES];
static int waiting_count;
static int is_in_transaction;
static char site[NAME_LENGTH];
static sqlite3 *store;
static sqlite3_stmt *insert, *begin, *commit;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "raw-intake: %s: %s\n", what, why);
    exit(70);
}

static void step(sqlite3_stmt *statement)
{
    if (sqlite3_step(statement) != SQLITE_DONE) fail("store", sqlite3_errmsg(store));
    sqlite3_reset(statement);
}

// FNV-1a, with open addressing: twice as many places as nodes.
static int node_of(const char *name, size_t length)
{
    static int places[MOST_NODES * 2];
    unsigned hash = 2166136261u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    for (unsigned place = hash % (MOST_NODES * 2);; place = (place + 1) % (MOST_NODES * 2)) {
        int index = places[place] - 1;
        if (index < 0) {
            if (node_count == MOST_NODES || length >= NAME_LENGTH) fail("node", "too many, or too long a name");
            memcpy(nodes[node_count].name, name, length);
            places[place] = ++node_count;
            return node_count - 1;
        }
        if (strlen(nodes[index].name) == length && memcmp(nodes[index].name, name, length) == 0) return index;
    }
}

static void take(struct mosquitto *broker, void *context, const struct mosquitto_message *message,
                 const mosquitto_property *properties)
{
    (void)broker, (void)context, (void)properties;
    // clock/v1/SITE/node/NAME/ledger
    const char *name = strstr(message->topic, "/node/");
    const char *end = name ? strchr(name + 6, '/') : NULL;
    static const char key[] = "\"seq\":";
    const char *number = memmem(message->payload, (size_t)message->payloadlen, key, sizeof key - 1);
    if (!end || !number) fail("report", message->topic);
    name += 6;
    int index = node_of(name, (size_t)(end - name));
    long sequence = strtol(number + sizeof key - 1, NULL, 10);
    if (!is_in_transaction) step(begin);
    is_in_transaction = 1;
    sqlite3_bind_text(insert, 1, name, (int)(end - name), SQLITE_STATIC);
    sqlite3_bind_int64(insert, 2, sequence);
    sqlite3_bind_text(insert, 3, message->payload, message->payloadlen, SQLITE_STATIC);
    step(insert);
    nodes[index].last = sequence;
    if (!nodes[index].is_waiting) waiting[waiting_count++] = index;
    nodes[index].is_waiting = 1;
    // The library detects an empty socket by errno.
    errno = 0;
}

static void acknowledge(struct mosquitto *broker)
{
    step(commit);
    is_in_transaction = 0;
    for (int i = 0; i < waiting_count; i++) {
        struct node *node = &nodes[waiting[i]];
        char topic[256], payload[256];
        snprintf(topic, sizeof topic, "clock/v1/%s/node/%s/acked", site, node->name);
        int length = snprintf(payload, sizeof payload,
                              "{\"at\":\"2026-11-21T18:00:04.112Z\",\"epoch\":\"bench\",\"sequence\":%ld,\"v\":1}",
                              node->last);
        int result = mosquitto_publish_v5(broker, NULL, topic, length, payload, 1, true, NULL);
        if (result != MOSQ_ERR_SUCCESS) fail("acknowledgement", mosquitto_strerror(result));
        node->is_waiting = 0;
    }
    waiting_count = 0;
}

static void connected(struct mosquitto *broker, void *context, int code, int flags, const mosquitto_property *properties)
{
    (void)context, (void)flags, (void)properties;
    char filter[128];
    snprintf(filter, sizeof filter, "clock/v1/%s/node/+/ledger", site);
    if (code) fail("broker", "refused");
    if (mosquitto_subscribe_v5(broker, NULL, filter, 1, 0, NULL)) fail("broker", "cannot subscribe");
}

static void subscribed(struct mosquitto *broker, void *context, int packet, int count, const int *codes,
                       const mosquitto_property *properties)
{
    (void)broker, (void)context, (void)packet, (void)count, (void)codes, (void)properties;
    puts("ready");
    fflush(stdout);
}

static void run_sql(const char *sql)
{
    if (sqlite3_exec(store, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(store));
}

static void prepare(const char *sql, sqlite3_stmt **statement)
{
    if (sqlite3_prepare_v2(store, sql, -1, statement, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(store));
}

int main(int argc, char **argv)
{
    if (argc != 4 || strlen(argv[2]) >= sizeof site) {
        fprintf(stderr, "Usage: raw-intake PORT SITE FILE\n");
        return 64;
    }
    strcpy(site, argv[2]);
    if (sqlite3_open(argv[3], &store) != SQLITE_OK) fail(argv[3], sqlite3_errmsg(store));
    run_sql("PRAGMA journal_mode = WAL");
    run_sql("PRAGMA synchronous = FULL");
    run_sql("CREATE TABLE ledger (node TEXT NOT NULL, sequence INTEGER NOT NULL, entry TEXT NOT NULL,"
            " PRIMARY KEY (node, sequence)) STRICT, WITHOUT ROWID");
    prepare("INSERT INTO ledger VALUES (?, ?, ?)", &insert);
    prepare("BEGIN IMMEDIATE", &begin);
    prepare("COMMIT", &commit);

    mosquitto_lib_init();
    struct mosquitto *broker = mosquitto_new("raw-intake", true, NULL);
    if (!broker) fail("broker", "out of memory");
    mosquitto_int_option(broker, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(broker, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_int_option(broker, MOSQ_OPT_RECEIVE_MAXIMUM, 1000);
    mosquitto_int_option(broker, MOSQ_OPT_SEND_MAXIMUM, 65535);
    mosquitto_connect_v5_callback_set(broker, connected);
    mosquitto_subscribe_v5_callback_set(broker, subscribed);
    mosquitto_message_v5_callback_set(broker, take);
    if (mosquitto_connect_bind_v5(broker, "127.0.0.1", atoi(argv[1]), 60, NULL, NULL)) fail("broker", "not there");

    for (;;) {
        struct pollfd socket = {mosquitto_socket(broker), POLLIN, 0};
        if (mosquitto_want_write(broker)) socket.events |= POLLOUT;
        // All reports in the socket go into one commit.
        int is_ready = poll(&socket, 1, is_in_transaction ? 0 : 1000);
        if (is_ready < 0 && errno != EINTR) fail("poll", strerror(errno));
        if (socket.revents & POLLOUT) mosquitto_loop_write(broker, 1);
        if (socket.revents & (POLLIN | POLLHUP | POLLERR)) {
            int result = mosquitto_loop_read(broker, 1);
            if (result != MOSQ_ERR_SUCCESS) fail("broker", mosquitto_strerror(result));
        } else if (is_in_transaction) {
            acknowledge(broker);
        }
        mosquitto_loop_misc(broker);
    }
}
