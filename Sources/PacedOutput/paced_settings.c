#include "paced_settings.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { longest_name = 64 };

const snd_pcm_format_t paced_formats[] = {
    SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S32_LE, SND_PCM_FORMAT_S24_3LE, SND_PCM_FORMAT_S24_LE, SND_PCM_FORMAT_FLOAT_LE,
};
const size_t paced_format_count = sizeof paced_formats / sizeof paced_formats[0];

static int read_number(snd_config_t *entry, const char *key, double least, double most, double *value) {
    if (snd_config_get_ireal(entry, value) < 0) {
        SNDERR("paced: %s must be a number", key);
        return -EINVAL;
    }
    // Written so that a NaN is refused too.
    if (!(*value >= least && *value <= most)) {
        SNDERR("paced: %s is %g, but must be between %g and %g", key, *value, least, most);
        return -EINVAL;
    }
    return 0;
}

static int read_whole(snd_config_t *entry, const char *key, long most, long *value) {
    double number;
    int error = read_number(entry, key, 0, (double)most, &number);
    if (error < 0)
        return error;
    *value = (long)number;
    return 0;
}

static int read_text(snd_config_t *entry, const char *key, char **value) {
    const char *text;
    if (snd_config_get_string(entry, &text) < 0 || !text || !*text) {
        SNDERR("paced: %s must be a text that is not empty", key);
        return -EINVAL;
    }
    free(*value);
    *value = strdup(text);
    return *value ? 0 : -ENOMEM;
}

static bool read_number_choice(const char *word, unsigned least, unsigned most, unsigned *value) {
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    *value = (unsigned)number;
    return !*end && number >= least && number <= most;
}

static bool read_format(const char *word, unsigned *value) {
    snd_pcm_format_t format = snd_pcm_format_value(word);
    *value = (unsigned)format;
    for (size_t at = 0; at < paced_format_count; at++)
        if (paced_formats[at] == format)
            return true;
    return false;
}

// A list of words, or one number.
static int read_choices(snd_config_t *entry, const char *key, struct paced_choices *choices) {
    char *text;
    if (snd_config_get_ascii(entry, &text) < 0 || !text) {
        SNDERR("paced: %s must be a text", key);
        return -EINVAL;
    }
    int error = 0;
    choices->count = 0;
    char *rest = text;
    for (char *word; error == 0 && (word = strtok_r(rest, " ,", &rest));) {
        unsigned value = 0;
        bool known = !strcmp(key, "rates")      ? read_number_choice(word, 8000, 192000, &value)
                     : !strcmp(key, "channels") ? read_number_choice(word, 1, 8, &value)
                                                : read_format(word, &value);
        if (!known || choices->count == paced_most_choices) {
            SNDERR("paced: %s cannot have %s", key, word);
            error = -EINVAL;
        } else {
            choices->values[choices->count++] = value;
        }
    }
    if (error == 0 && choices->count == 0) {
        SNDERR("paced: %s must name at least one", key);
        error = -EINVAL;
    }
    free(text);
    return error;
}

static int read_entry(struct paced_settings *settings, snd_config_t *entry, const char *key) {
    if (!strcmp(key, "type") || !strcmp(key, "comment") || !strcmp(key, "hint"))
        return 0;
    if (!strcmp(key, "ppm"))
        return read_number(entry, key, -100000, 100000, &settings->ppm);
    if (!strcmp(key, "granularity_us"))
        return read_whole(entry, key, 1000000, &settings->granularity_us);
    if (!strcmp(key, "fifo_us"))
        return read_whole(entry, key, 10000000, &settings->fifo_us);
    if (!strcmp(key, "open_ms"))
        return read_whole(entry, key, 60000, &settings->open_ms);
    if (!strcmp(key, "swallow_ms"))
        return read_whole(entry, key, 60000, &settings->swallow_ms);
    if (!strcmp(key, "rates"))
        return read_choices(entry, key, &settings->rates);
    if (!strcmp(key, "channels"))
        return read_choices(entry, key, &settings->channels);
    if (!strcmp(key, "formats"))
        return read_choices(entry, key, &settings->formats);
    if (!strcmp(key, "suspend_while"))
        return read_text(entry, key, &settings->suspend_while);
    if (!strcmp(key, "busy_while"))
        return read_text(entry, key, &settings->busy_while);
    if (!strcmp(key, "vanish_when"))
        return read_text(entry, key, &settings->vanish_when);
    if (!strcmp(key, "record"))
        return read_text(entry, key, &settings->record);
    if (!strcmp(key, "name"))
        return read_text(entry, key, &settings->name);
    SNDERR("paced: unknown setting %s", key);
    return -EINVAL;
}

// The name becomes part of a file name and of a JSON text, so only characters that need no escaping in either.
static int check_name(const char *name) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    if (strlen(name) > longest_name || name[0] == '.' || name[strspn(name, allowed)]) {
        SNDERR("paced: name is '%s', but must be at most %d letters, digits, '.', '_' or '-' and not start with '.'",
               name, longest_name);
        return -EINVAL;
    }
    return 0;
}

// Found out at opening rather than at the first start, whose caller could not be told.
static int check_folder(const char *folder) {
    struct stat status;
    int error = 0;
    if (stat(folder, &status) < 0)
        error = errno;
    else if (!S_ISDIR(status.st_mode))
        error = ENOTDIR;
    else if (access(folder, W_OK | X_OK) < 0)
        error = errno;
    if (error)
        SNDERR("paced: cannot record into %s: %s; create the folder or correct 'record'", folder, strerror(error));
    return -error;
}

int paced_settings_read(struct paced_settings *settings, snd_config_t *conf) {
    memset(settings, 0, sizeof *settings);
    settings->name = strdup("paced");
    if (!settings->name)
        return -ENOMEM;

    snd_config_iterator_t at, next;
    snd_config_for_each(at, next, conf) {
        snd_config_t *entry = snd_config_iterator_entry(at);
        const char *key;
        if (snd_config_get_id(entry, &key) < 0)
            continue;
        int error = read_entry(settings, entry, key);
        if (error < 0)
            return error;
    }
    int error = check_name(settings->name);
    if (error == 0 && settings->record)
        error = check_folder(settings->record);
    return error;
}

void paced_settings_release(struct paced_settings *settings) {
    free(settings->busy_while);
    free(settings->vanish_when);
    free(settings->suspend_while);
    free(settings->record);
    free(settings->name);
    memset(settings, 0, sizeof *settings);
}
