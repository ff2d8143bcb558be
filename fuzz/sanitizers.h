/* sanitizers.h: FUZZ_WITH_ASAN is 1 in builds with AddressSanitizer, whichever compiler built them. */
#ifndef ASSETLINT_FUZZ_SANITIZERS_H
#define ASSETLINT_FUZZ_SANITIZERS_H

#define FUZZ_WITH_ASAN 0
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#undef FUZZ_WITH_ASAN
#define FUZZ_WITH_ASAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#undef FUZZ_WITH_ASAN
#define FUZZ_WITH_ASAN 1
#endif

#endif
