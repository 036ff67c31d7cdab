/* listing.c: what searches there are, for those who use the library (banyan.h). */
#include "search/search.h"

bool by_list_searches(int index, struct by_listed *out)
{
    const struct by_search *search = by_search_at(index);
    if (!search)
        return false;
    *out = (struct by_listed){search->name, search->title, search->summary, NULL};
    return true;
}

bool by_list_search_options(const char *search, int index, struct by_listed_option *out)
{
    const struct by_search *found = by_search_find(search);
    return found && by_option_listed(found->options, index, out);
}
