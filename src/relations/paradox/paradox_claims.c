/* paradox_claims.c: what the rules share. */
#include "formats/catalogue.h"
#include "relations/paradox/paradox.h"

const char *pdx_unknown(const pdx_state *m)
{
    return m->base.all->with_count == 0 ? "the targets may be in the game (--with GAME looks)"
                                        : "the targets may be in the game, and --with gives no whole game";
}

void pdx_not_judged(pdx_state *m, size_t rule, size_t file, uint64_t references)
{
    al_keep_not_judged(&m->base, file, al_first_rule("pdx") + rule, pdx_unknown(m), references);
}

al_claim pdx_claim_at(pdx_state *m, const pdx_gfx *gfx, uint32_t item, size_t rule)
{
    const pdx_item *at = &gfx->items[item];
    pdx_field(&m->field, gfx, item);
    al_claim claim = {.rule = al_first_rule("pdx") + rule, .path = al_field(NULL, m->field.text)};
    al_set_place(&claim, &at->place);
    if (at->role != PDX_OBJECT)
        claim.actual = al_text(at->text);
    return claim;
}

const pdx_actor *pdx_actor_of(const pdx_state *m, size_t file)
{
    const uint32_t at = file != PDX_NO_FILE ? m->actor_of[file] : 0;
    return at != 0 ? &m->actors[at - 1] : NULL;
}
