/* assets.h: the page's files, which the build takes in from web/dist/ (tools/embed.sh). */
#ifndef BY_SERVER_ASSETS_H
#define BY_SERVER_ASSETS_H

#include "server/http.h"

/* Answers with the file of that path ("/" is index.html), or says 304 to who has it already. False: there is none. */
bool by_asset_answer(const struct by_request *request, struct by_answer *answer);

#endif
