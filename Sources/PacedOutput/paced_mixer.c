// A mixer with one volume of two channels and its switch, whose setting is a line of a text file.
//
// Whoever reads the control reads the file, and whoever writes one sets the other: so a test sees what a program does to
// the volume, and can play the person who turns the knob.
#include <alsa/asoundlib.h>
#include <alsa/control_external.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paced_mixer.h"

enum { key_volume, key_switch, key_count };
enum { most_volume = 31, longest_control = 30 };

struct paced_mixer {
    snd_ctl_ext_t ext;
    char *file;
    char control[longest_control + 1];
};

struct level {
    long left, right, on;
};

static long within(long value, long most) {
    return value < 0 ? 0 : value > most ? most : value;
}

// A file that is not there yet, or holds something else, is a volume nobody has touched.
static struct level load(const struct paced_mixer *mixer) {
    struct level level = {20, 20, 1};
    FILE *file = fopen(mixer->file, "re");
    if (!file)
        return level;
    struct level read;
    if (fscanf(file, "%ld %ld %ld", &read.left, &read.right, &read.on) == 3)
        level = (struct level){within(read.left, most_volume), within(read.right, most_volume), within(read.on, 1)};
    fclose(file);
    return level;
}

static int store(const struct paced_mixer *mixer, const struct level *level) {
    FILE *file = fopen(mixer->file, "we");
    if (!file)
        return -errno;
    fprintf(file, "%ld %ld %ld\n", level->left, level->right, level->on);
    return fclose(file) == 0 ? 0 : -EIO;
}

static int elem_count(snd_ctl_ext_t *ext) {
    (void)ext;
    return key_count;
}

static int elem_list(snd_ctl_ext_t *ext, unsigned offset, snd_ctl_elem_id_t *id) {
    const struct paced_mixer *mixer = ext->private_data;
    char name[longest_control + 20];
    snprintf(name, sizeof name, "%s Playback %s", mixer->control, offset == key_volume ? "Volume" : "Switch");
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
    snd_ctl_elem_id_set_name(id, name);
    return 0;
}

static snd_ctl_ext_key_t find_elem(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id) {
    const struct paced_mixer *mixer = ext->private_data;
    const char *name = snd_ctl_elem_id_get_name(id);
    size_t length = strlen(mixer->control);
    if (strncmp(name, mixer->control, length) != 0)
        return SND_CTL_EXT_KEY_NOT_FOUND;
    if (!strcmp(name + length, " Playback Volume"))
        return key_volume;
    return strcmp(name + length, " Playback Switch") ? SND_CTL_EXT_KEY_NOT_FOUND : key_switch;
}

static int get_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned *access, unsigned *count) {
    (void)ext;
    *type = key == key_volume ? SND_CTL_ELEM_TYPE_INTEGER : SND_CTL_ELEM_TYPE_BOOLEAN;
    *access = SND_CTL_EXT_ACCESS_READWRITE;
    *count = key == key_volume ? 2 : 1;
    return 0;
}

static int get_integer_info(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *least, long *most, long *step) {
    (void)ext;
    *least = 0;
    *most = key == key_volume ? most_volume : 1;
    *step = 1;
    return 0;
}

static int read_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
    struct level level = load(ext->private_data);
    if (key == key_volume) {
        value[0] = level.left;
        value[1] = level.right;
    } else {
        value[0] = level.on;
    }
    return 0;
}

static int write_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
    const struct paced_mixer *mixer = ext->private_data;
    struct level level = load(mixer);
    struct level before = level;
    if (key == key_volume) {
        level.left = within(value[0], most_volume);
        level.right = within(value[1], most_volume);
    } else {
        level.on = within(value[0], 1);
    }
    if (!memcmp(&level, &before, sizeof level))
        return 0;
    int error = store(mixer, &level);
    return error < 0 ? error : 1;
}

static int read_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned *mask) {
    (void)ext;
    (void)id;
    (void)mask;
    return -EAGAIN;
}

static void release(struct paced_mixer *mixer) {
    free(mixer->file);
    free(mixer);
}

static void mixer_close(snd_ctl_ext_t *ext) {
    release(ext->private_data);
}

static const snd_ctl_ext_callback_t callbacks = {
    .close = mixer_close,
    .elem_count = elem_count,
    .elem_list = elem_list,
    .find_elem = find_elem,
    .get_attribute = get_attribute,
    .get_integer_info = get_integer_info,
    .read_integer = read_integer,
    .write_integer = write_integer,
    .read_event = read_event,
};

static int read_settings(struct paced_mixer *mixer, snd_config_t *conf) {
    strcpy(mixer->control, "Master");
    snd_config_iterator_t at, next;
    snd_config_for_each(at, next, conf) {
        snd_config_t *entry = snd_config_iterator_entry(at);
        const char *key, *text;
        if (snd_config_get_id(entry, &key) < 0 || !strcmp(key, "type") || !strcmp(key, "comment"))
            continue;
        bool is_file = !strcmp(key, "file");
        if (!is_file && strcmp(key, "control") != 0) {
            SNDERR("paced mixer: unknown setting %s", key);
            return -EINVAL;
        }
        if (snd_config_get_string(entry, &text) < 0 || !text || !*text || (!is_file && strlen(text) > longest_control)) {
            SNDERR("paced mixer: %s must be a text%s", key, is_file ? "" : " of at most 30 characters");
            return -EINVAL;
        }
        if (is_file) {
            free(mixer->file);
            mixer->file = strdup(text);
        } else {
            strcpy(mixer->control, text);
        }
    }
    if (mixer->file)
        return 0;
    SNDERR("paced mixer: file is missing, the file that holds the setting");
    return -EINVAL;
}

SND_CTL_PLUGIN_DEFINE_FUNC(paced) {
    (void)root;
    struct paced_mixer *mixer = calloc(1, sizeof *mixer);
    if (!mixer)
        return -ENOMEM;
    int error = read_settings(mixer, conf);
    if (error < 0) {
        release(mixer);
        return error;
    }
    mixer->ext.version = SND_CTL_EXT_VERSION;
    strcpy(mixer->ext.id, "paced");
    strcpy(mixer->ext.driver, "paced");
    strcpy(mixer->ext.name, "Paced test output");
    strcpy(mixer->ext.longname, "Paced test output");
    strcpy(mixer->ext.mixername, "Paced test output");
    mixer->ext.poll_fd = -1;
    mixer->ext.callback = &callbacks;
    mixer->ext.private_data = mixer;
    error = snd_ctl_ext_create(&mixer->ext, name, mode);
    if (error < 0) {
        release(mixer);
        return error;
    }
    *handlep = mixer->ext.handle;
    return 0;
}

SND_CTL_PLUGIN_SYMBOL(paced)
