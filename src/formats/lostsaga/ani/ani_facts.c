/* ani_facts.c: the names of the bones that a Lost Saga ANI moves. */
#include "formats/lostsaga/ani/ani.h"

void ani_facts(const void *document, const al_facts *facts)
{
    const ani_file *a = document;
    al_walk w = al_walk_again(&a->file.walk, a->tracks_at);
    bool whole = true;
    for (uint32_t i = 0; i < a->tracks && whole; i++) {
        ani_track_view track;
        whole = ani_read_track(&w, a->form, i, &track);
        if (track.has_bone)
            al_add_text(facts, AL_FACT_NODE, true, &track.bone);
    }
}

/* Each track moves a bone. */
void ani_measure(const void *document, al_measures *measures)
{
    const ani_file *a = document;
    measures->bones = a->has_tracks ? a->tracks : 0;
}
