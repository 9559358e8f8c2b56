import * as z from 'zod/mini';
import { media as bytes, empty, route } from '../route/route';
import { ShortId } from '../schema/record';

/** Public files never change, so they may be cached for a year (protocol.md section 2). */
export const MEDIA_CACHE_CONTROL = 'public, max-age=31536000';

const Prefix = z.string().check(z.regex(/^[a-zA-Z0-9]{2}$/));
const params = { prefix: Prefix, id: ShortId, name: z.string() };

export const media = {
  /** `prefix` is the first two characters of the bookmark's id. */
  image: route('GET', '/bm/{prefix}/{id}/img/{name}', {
    access: 'public',
    params,
    reads: ['If-None-Match'],
    answers: { 200: bytes(['image/*'], ['Cache-Control', 'ETag']), 304: empty() },
  }),
  resource: route('GET', '/bm/{prefix}/{id}/_resources/{name}', {
    access: 'public',
    params,
    reads: ['If-None-Match'],
    answers: { 200: bytes(['image/*', '*/*'], ['Cache-Control', 'ETag']), 304: empty() },
  }),
};
