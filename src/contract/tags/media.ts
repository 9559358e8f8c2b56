import * as z from 'zod/mini';
import { media as bytes, empty, route } from '../route/route';
import { ShortId } from '../schema/record';

/** Public files don't change: they may be kept for a year (protocol.md section 2). */
export const MEDIA_CACHE_CONTROL = 'public, max-age=31536000';

const Prefix = z.string().check(z.regex(/^[a-zA-Z0-9]{2}$/));
const params = { prefix: Prefix, id: ShortId, name: z.string() };

export const media = {
  /** `icon`, `image` and `thumbnail` of a bookmark; `prefix` is the first two characters of its id. */
  image: route({
    summary: 'The icon, image or thumbnail of a bookmark.',
    method: 'GET',
    path: '/bm/{prefix}/{id}/img/{name}',
    tag: 'media',
    access: 'public',
    params,
    reads: ['If-None-Match'],
    answers: { 200: bytes(['image/*'], ['Cache-Control', 'ETag']), 304: empty() },
  }),
  /** An image inside an article. */
  resource: route({
    summary: 'An image of an article.',
    method: 'GET',
    path: '/bm/{prefix}/{id}/_resources/{name}',
    tag: 'media',
    access: 'public',
    params,
    reads: ['If-None-Match'],
    answers: { 200: bytes(['image/*', '*/*'], ['Cache-Control', 'ETag']), 304: empty() },
  }),
};
