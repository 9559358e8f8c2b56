import * as z from 'zod/mini';
import { media as bytes, empty, route } from '../route/route';
import { ShortId } from '../schema/record';

/** Public files never change, so they may be cached for a year (protocol.md section 2). */
export const MEDIA_CACHE_CONTROL = 'public, max-age=31536000';

const Prefix = z.string().check(z.regex(/^[a-zA-Z0-9]{2}$/));
const params = { prefix: Prefix, id: ShortId, name: z.string() };

export const media = {
  /** `prefix` is the first two characters of the bookmark's id. */
  image: route({
    summary: 'Returns the icon, image or thumbnail of a bookmark.',
    method: 'GET',
    path: '/bm/{prefix}/{id}/img/{name}',
    tag: 'media',
    access: 'public',
    params,
    reads: ['If-None-Match'],
    answers: { 200: bytes(['image/*'], ['Cache-Control', 'ETag']), 304: empty() },
  }),
  resource: route({
    summary: 'Returns an image of an article.',
    method: 'GET',
    path: '/bm/{prefix}/{id}/_resources/{name}',
    tag: 'media',
    access: 'public',
    params,
    reads: ['If-None-Match'],
    answers: { 200: bytes(['image/*', '*/*'], ['Cache-Control', 'ETag']), 304: empty() },
  }),
};
