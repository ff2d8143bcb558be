/* emotionfx_facts_test.c: the facts of XAC, XSM and XPM files that other files may refer to. */
#include "unit.h"

#include "fact_text.h"

static void facts_that_others_may_refer_to(void **state)
{
    (void)state;
    assert_facts("xac", "xac/seeds/nodes-3.xac",
                 "has node chunks[1].name 0xF4+8 root\n"
                 "has node chunks[2].name 0x198+7 arm\n"
                 "has material chunks[3].name 0x1FF+9 steel\n"
                 "needs texture chunks[4].texture 0x230+8 body\n");
    assert_facts("xac", "xac/seeds/material-2.xac",
                 "has node chunks[1].nodes[0].name 0x10C+8 root\n"
                 "has material chunks[3].name 0x18C+9 steel\n"
                 "has material chunks[4].name 0x1F5+9 steel\n"
                 "needs texture chunks[4].layers[0].texture 0x21A+8 body\n");
    assert_facts("xac", "xac/seeds/fx-2.xac",
                 "has node chunks[1].nodes[0].name 0x10C+8 root\n"
                 "has material chunks[3].name 0x150+8 name\n");
    assert_facts("xac", "xac/seeds/nested.xac",
                 "has node chunks[1].nodes[0].name 0x10C+8 root\n"
                 "has node chunks[1].nodes[1].name 0x1B0+7 arm\n"
                 "has material chunks[3].name 0x22F+9 steel\n"
                 "has node chunks[4].lod.chunks[1].nodes[0].name 0x358+8 root\n"
                 "has material chunks[4].lod.chunks[2].name 0x3C0+9 steel\n"
                 "has node chunks[5].lod.chunks[1].nodes[0].name 0x55D+8 root\n"
                 "has material chunks[5].lod.chunks[2].name 0x5C5+9 steel\n");
    assert_facts("xac", "xac/seeds/morphs.xac",
                 "has node chunks[1].nodes[0].name 0x10C+8 root\n"
                 "has node chunks[1].nodes[1].name 0x1B0+7 arm\n"
                 "has material chunks[3].name 0x22F+9 steel\n"
                 "has morph chunks[5].targets[0].name 0x2D8+9 smile\n"
                 "has morph chunks[5].targets[1].name 0x3B1+9 frown\n"
                 "has morph chunks[6].name 0x3DE+9 smile\n");
}

static void needs_of_motions(void **state)
{
    (void)state;
    assert_facts("xsm", "xsm/seeds/good.xsm",
                 "needs node chunks[1].submotions[0].name 0xF0+8 root\n"
                 "needs node chunks[1].submotions[1].name 0x17C+8 bone\n");
    assert_facts("xsm", "xsm/seeds/single-2.xsm",
                 "needs node chunks[1].name 0xEC+8 bone\n"
                 "needs node chunks[2].name 0x218+9 other\n");
    assert_facts("xpm", "xpm/seeds/good.xpm",
                 "needs morph chunks[1].anims[0].name 0x78+9 smile\n"
                 "needs morph chunks[1].anims[1].name 0x95+9 blink\n");
    assert_facts("xpm", "xpm/seeds/single.xpm", "needs morph chunks[1].name 0x74+9 blink\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_that_others_may_refer_to),
        cmocka_unit_test(needs_of_motions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
