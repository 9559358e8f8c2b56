import * as z from 'zod/mini';
import { empty, fromMemory, json, media, route } from '../route/route';
import { record } from '../schema/record';
import { list, text } from '../schema/tolerant';

/** What a server may announce: the specification's two, then ours (protocol.md section 18). */
export const FEATURES = ['email', 'oauth', 'anchors', 'events', 'idempotency'] as const;
export type Feature = (typeof FEATURES)[number];

/** Which server this is (spec 2.8). */
export const ServerInfo = record({
  version: record({
    canonical: z.string(),
    release: text(),
    build: text(),
  }),
  /** Words we don't know may be among them. */
  features: list(z.string()),
});
export type ServerInfo = z.output<typeof ServerInfo>;

/** `release` and `build` of a full version: split at the first hyphen (protocol.md section 3). */
export function versionOf(canonical: string): ServerInfo['version'] {
  const hyphen = canonical.indexOf('-');
  if (hyphen < 0) return { canonical, release: canonical, build: '' };
  return {
    canonical,
    release: canonical.slice(0, hyphen),
    build: canonical.slice(hyphen + 1),
  };
}

export const info = {
  read: route({
    method: 'GET',
    path: '/api/info',
    tag: 'info',
    access: 'public',
    answers: { 200: json(ServerInfo) },
    errors: fromMemory,
  }),
  openApi: route({
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'info',
    access: 'public',
    reads: ['If-None-Match'],
    answers: { 200: media(['application/json'], ['ETag']), 304: empty() },
    errors: fromMemory,
  }),
};
