import * as z from 'zod/mini';
import { CONDITIONS, VALIDATORS } from '../route/headers';
import { empty, media, route } from '../route/route';
import { ShortId } from '../schema/record';

const READ = ['api:bookmarks:read'] as const;

/** What is kept of a page. Programs of ours have it with the sync stream. */
export const bookmarkContent = {
  article: route({
    method: 'GET',
    path: '/api/bookmarks/{id}/article',
    tag: 'bookmarks',
    access: READ,
    params: { id: ShortId },
    reads: CONDITIONS,
    answers: {
      200: media(['text/html'], ['Bookmark-Id', 'Link', ...VALIDATORS]),
      304: empty(),
    },
  }),
  /** `props.json`, `log` and the files of the page. */
  file: route({
    method: 'GET',
    path: '/api/bookmarks/{id}/x/{file}',
    tag: 'bookmarks',
    access: READ,
    params: { id: ShortId, file: z.string() },
    reads: CONDITIONS,
    answers: { 200: media(['application/json', 'text/plain', '*/*'], VALIDATORS), 304: empty() },
  }),
};
