/* md5_test.c: the test vectors of RFC 1321, and sums of bytes in pieces of any size. */
#include "unit.h"

#include <string.h>

#include "core/md5.h"

static al_md5_text text_of(al_md5 *sum)
{
    uint8_t digest[AL_MD5_SIZE + 1] = {[AL_MD5_SIZE] = 0x5A};
    al_md5_end(sum, digest);
    assert_int_equal(digest[AL_MD5_SIZE], 0x5A);
    return al_md5_show(digest);
}

static void assert_md5(const char *text, const char *expected)
{
    al_md5 sum = al_md5_start();
    al_md5_add(&sum, al_span_of(text, strlen(text)));
    assert_string_equal(text_of(&sum).text, expected);
}

/* RFC 1321, A.5 */
static void vectors_of_the_rfc(void **state)
{
    (void)state;
    assert_md5("", "d41d8cd98f00b204e9800998ecf8427e");
    assert_md5("a", "0cc175b9c0f1b6a831c399e269772661");
    assert_md5("abc", "900150983cd24fb0d6963f7d28e17f72");
    assert_md5("message digest", "f96b697d7cb7938d525a2f31aaf161d0");
    assert_md5("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b");
    assert_md5("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
               "d174ab98d277d9f5a5611c2c9f419d9f");
    assert_md5("12345678901234567890123456789012345678901234567890123456789012345678901234567890",
               "57edf4a22be3c955ac49da2e2107b67a");
}

/* Every length up to three blocks, so that the padding goes into one block and into two; in one go, and cut
 * at each place. The sum of all these sums was computed with another program (md5sum). */
static void pieces_make_no_difference(void **state)
{
    (void)state;
    uint8_t bytes[3 * AL_MD5_BLOCK];
    al_md5 all = al_md5_start();
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7 % 251);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        al_md5 sum = al_md5_start();
        al_md5_add(&sum, al_span_of(bytes, length));
        const al_md5_text whole = text_of(&sum);
        al_md5_add(&all, al_span_of(whole.text, AL_MD5_DIGITS));
        for (size_t cut = 0; cut <= length; cut++) {
            sum = al_md5_start();
            al_md5_add(&sum, al_span_of(bytes, cut / 2));
            al_md5_add(&sum, al_span_of(bytes + cut / 2, cut - cut / 2));
            al_md5_add(&sum, al_span_of(bytes + cut, length - cut));
            assert_string_equal(text_of(&sum).text, whole.text);
        }
    }
    assert_string_equal(text_of(&all).text, "36e07a45c157f951eee68f7771bf03d7");
}

/* The byte order of a span doesn't change its sum. */
static void byte_order_makes_no_difference(void **state)
{
    (void)state;
    uint8_t bytes[2 * AL_MD5_BLOCK] = {1, 2, 3};
    al_span span = al_span_of(bytes, sizeof bytes);
    al_md5 sum = al_md5_start();
    al_md5_add(&sum, span);
    const al_md5_text little = text_of(&sum);
    span.big_endian = true;
    sum = al_md5_start();
    al_md5_add(&sum, span);
    assert_string_equal(text_of(&sum).text, little.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_of_the_rfc),
        cmocka_unit_test(pieces_make_no_difference),
        cmocka_unit_test(byte_order_makes_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
