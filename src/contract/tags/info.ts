import * as z from 'zod/mini';
import { empty, json, media, neverFails, route } from '../route/route';
import { described, record } from '../schema/record';
import { list, text } from '../schema/tolerant';

/**
 * Features that a server may announce: those of the original service, then Leafmark's additions
 * (protocol.md section 18).
 */
const FEATURES = [
  'email',
  'oauth',
  'annotation_notes',
  'annotation_none_color',
  'anchors',
  'events',
  'idempotency',
  'state_on_create',
] as const;
export type Feature = (typeof FEATURES)[number];

/** The name and version of the server (spec 2.8). */
export const ServerInfo = record({
  version: described(
    record({
      canonical: described(
        z.string(),
        'The version of the original service whose API the server implements. Clients compare it.',
      ),
      release: described(text(), 'The same version as major.minor.patch.'),
      build: described(text(), '`leafmark-` and the version of this server.'),
    }),
    'Version.',
  ),
  /** Clients must ignore unknown features. */
  features: described(
    list(z.string()),
    "Features of the server: `email`, `oauth`, `annotation_notes`, `annotation_none_color`, and Leafmark's additions `anchors`, `events`, `idempotency`, `state_on_create`.",
  ),
});
export type ServerInfo = z.output<typeof ServerInfo>;

/**
 * The version of the service whose API this contract implements. Clients compare it with their own.
 */
const SPOKEN_VERSION = '0.22.3';
const LEAFMARK_BUILD = 'leafmark-';

/** The version that Leafmark `own` reports: the API's, with its own in `build` (protocol.md section 18). */
export const leafmarkVersion = (own: string): ServerInfo['version'] => ({
  canonical: SPOKEN_VERSION,
  release: SPOKEN_VERSION,
  build: `${LEAFMARK_BUILD}${own}`,
});

/** Leafmark's own version; null for any other server. */
export const leafmarkVersionOf = ({ build }: ServerInfo['version']): string | null =>
  build.startsWith(LEAFMARK_BUILD) ? build.slice(LEAFMARK_BUILD.length) : null;

/** The name and version of a server to show, such as `Readeck 0.22.3`. It has no words to translate. */
export function versionText(version: ServerInfo['version']): string {
  const own = leafmarkVersionOf(version);
  const readeck = version.canonical;
  return own === null ? `Readeck ${readeck}` : `Leafmark ${own} (Readeck API ${readeck})`;
}

export const info = {
  read: route({
    summary: 'Returns the version and the features of the server.',
    notes: [
      'Clients rely on `features`. A server that does not send the list has none of them.',
      '`anchors`, `events`, `idempotency` and `state_on_create` are additions of Leafmark that no client needs.',
    ],
    method: 'GET',
    path: '/api/info',
    tag: 'info',
    access: 'public',
    answers: { 200: json(ServerInfo) },
    errors: neverFails,
  }),
  openApi: route({
    summary: 'Returns the description of this API in OpenAPI 3.1.',
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'info',
    access: 'public',
    reads: ['If-None-Match'],
    answers: { 200: media(['application/json'], ['ETag']), 304: empty() },
    errors: neverFails,
  }),
};
