/* xml_encoding.c: the characters of one-byte encodings. Rules only need ASCII, which is the same in all of
 * them, and names of files. So the tables of encodings that mods use, and of similar ones, are exact; all
 * others are read as Latin 1.
 */
#include "relations/xml/xml.h"

#include <string.h>

#include "core/text.h"

enum { BYTES = 256, HALF = 128, UNDEFINED = -1 };

/* Windows-1252 from 0x80 to 0x9F; the rest is Latin 1. */
static const int windows_1252[] = {
    0x20AC, UNDEFINED, 0x201A,    0x0192, 0x201E,    0x2026,    0x2020, 0x2021,    0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152,    UNDEFINED, 0x017D, UNDEFINED, UNDEFINED, 0x2018, 0x2019,    0x201C, 0x201D, 0x2022,
    0x2013, 0x2014,    0x02DC,    0x2122, 0x0161,    0x203A,    0x0153, UNDEFINED, 0x017E, 0x0178,
};
_Static_assert(sizeof windows_1252 / sizeof windows_1252[0] == 32, "from 0x80 to 0x9F");

static bool is_name(const char *name, const char *known)
{
    const size_t length = strlen(known);
    return strlen(name) == length && al_same_ignoring_case(name, known, length);
}

bool al_xml_is_utf8(const char *name)
{
    return is_name(name, "utf-8") || is_name(name, "utf8");
}

static void fill_latin_1(int map[BYTES])
{
    for (int i = 0; i < BYTES; i++)
        map[i] = i;
}

static void fill_windows_1252(int map[BYTES])
{
    fill_latin_1(map);
    for (size_t i = 0; i < sizeof windows_1252 / sizeof windows_1252[0]; i++)
        map[HALF + i] = windows_1252[i];
}

/* From 0xC0 on, Cyrillic letters are in the order of Unicode. */
static void fill_windows_1251(int map[BYTES])
{
    fill_windows_1252(map);
    for (int i = 0xC0; i < BYTES; i++)
        map[i] = 0x0410 + i - 0xC0;
    map[0xA8] = 0x0401;
    map[0xB8] = 0x0451;
}

static void fill_iso_8859_5(int map[BYTES])
{
    fill_latin_1(map);
    for (int i = 0xA1; i < BYTES; i++)
        if (i != 0xAD)
            map[i] = 0x0401 + i - 0xA1;
    map[0xF0] = 0x2116;
    map[0xFD] = 0x00A7;
}

static void fill_iso_8859_15(int map[BYTES])
{
    static const struct {
        int byte, character;
    } changed[] = {{0xA4, 0x20AC}, {0xA6, 0x0160}, {0xA8, 0x0161}, {0xB4, 0x017D},
                   {0xB8, 0x017E}, {0xBC, 0x0152}, {0xBD, 0x0153}, {0xBE, 0x0178}};
    fill_latin_1(map);
    for (size_t i = 0; i < sizeof changed / sizeof changed[0]; i++)
        map[changed[i].byte] = changed[i].character;
}

typedef struct encoding {
    const char *name;
    void (*fill)(int map[BYTES]);
} encoding;

static const encoding encodings[] = {
    {"windows-1252", fill_windows_1252},
    {"cp1252", fill_windows_1252},
    {"windows-1251", fill_windows_1251},
    {"cp1251", fill_windows_1251},
    {"iso-8859-15", fill_iso_8859_15},
    {"latin-9", fill_iso_8859_15},
    {"iso-8859-5", fill_iso_8859_5},
    {"ascii", fill_latin_1},
    {"latin1", fill_latin_1},
    {"latin-1", fill_latin_1},
    {"cp437", fill_latin_1},
    {"ibm437", fill_latin_1},
    {"cp850", fill_latin_1},
    {"ibm850", fill_latin_1},
    {"cp866", fill_latin_1},
    {"ibm866", fill_latin_1},
    {"koi8-r", fill_latin_1},
    {"koi8-u", fill_latin_1},
    {"macintosh", fill_latin_1},
};

/* Names that continue with a number: all encodings of these families have one byte for each character. */
static const char *const families[] = {"iso-8859-", "iso8859-", "windows-125", "cp125"};

static bool is_of_family(const char *name, const char *family)
{
    const size_t length = strlen(family);
    const char *number = name + length;
    return strlen(name) > length && al_same_ignoring_case(name, family, length) &&
           strspn(number, "0123456789") == strlen(number) && strlen(number) <= 2;
}

bool al_xml_one_byte_encoding(const char *name, int map[256])
{
    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; i++)
        if (is_name(name, encodings[i].name)) {
            encodings[i].fill(map);
            return true;
        }
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (is_of_family(name, families[i])) {
            fill_latin_1(map);
            return true;
        }
    return false;
}
