/* What the Swift runtime of a newer Debian takes from its C library, for linking with the C library of Debian 12. */
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

/* Declared here: the C library's own header may give these names to the functions below. */
extern long strtol(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern long long strtoll(const char *, char **, int);
extern unsigned long long strtoull(const char *, char **, int);
extern int vsscanf(const char *, const char *, va_list);

/* The C23 functions differ in that they know the prefix 0b, which nobody asks them for. */
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

/* POSIX.1-2024, since glibc 2.38. */
size_t strlcpy(char *target, const char *source, size_t size) {
    size_t length = strlen(source);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(target, source, copied);
        target[copied] = 0;
    }
    return length;
}

size_t strlcat(char *target, const char *source, size_t size) {
    size_t used = strnlen(target, size);
    return used + (used < size ? strlcpy(target + used, source, size - used) : strlen(source));
}
