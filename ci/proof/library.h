/* library.h: the C library as the proofs see it. ci/proof.sh includes it before each source.
 *
 * Frama-C's own contracts of memchr and memcmp are about `char`, and its prover doesn't look through the cast
 * of a pointer from `uint8_t`. Here both functions take the types that our calls have. */
#ifndef AL_PROOF_LIBRARY_H
#define AL_PROOF_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#define __FC_STRING_H_ /* leaves out Frama-C's <string.h>, and <wchar.h>, which needs it */
#define __FC_WCHAR_H

#undef __SIZEOF_INT128__  /* Frama-C has no integers of 128 bits */
#define _Alignof(type) 16 /* that of max_align_t on x86-64: we ask for no other */

/*@ requires n > 0 ==> \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \result \from a[0 .. n - 1], b[0 .. n - 1];
*/
int memcmp(const uint8_t *a, const char *b, size_t n);

/*@ requires n > 0 ==> \valid_read(s + (0 .. n - 1));
    assigns \result \from s, c, n, s[0 .. n - 1];
    behavior there:
      assumes \exists integer i; 0 <= i < n && s[i] == c;
      ensures \let at = \result - s; \result == s + at && 0 <= at < n && s[at] == c &&
              (\forall integer i; 0 <= i < at ==> s[i] != c);
    behavior not_there:
      assumes \forall integer i; 0 <= i < n ==> s[i] != c;
      ensures \result == \null;
    complete behaviors;
    disjoint behaviors;
*/
const uint8_t *memchr(const uint8_t *s, int c, size_t n);

/*@ assigns \result, ((char *)to)[0 .. n - 1] \from ((const char *)from)[0 .. n - 1]; */
void *memcpy(void *to, const void *from, size_t n);

/*@ assigns \result, ((char *)to)[0 .. n - 1] \from c; */
void *memset(void *to, int c, size_t n);

#endif
