import * as z from 'zod/mini';
import { empty, json, media, neverFails, route } from '../route/route';
import { record } from '../schema/record';
import { list, text } from '../schema/tolerant';

/** The features that the original service describes (spec 2.8). A generated client may refuse others. */
const FEATURES = ['email', 'oauth'] as const;
export type Feature = (typeof FEATURES)[number];

/** Leafmark's additions to the API (protocol.md section 18), sorted. */
export const EXTENSIONS = [
  'anchors',
  'annotation_none_color',
  'annotation_notes',
  'annotation_review',
  'bookmark_notes',
  'events',
  'idempotency',
  'replace_article',
  'state_on_create',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** The name and version of the server (spec 2.8). */
export const ServerInfo = record(() => ({
  version: record(() => ({
    canonical: z.string(),
    release: text(),
    build: text(),
  })),
  /** Clients must ignore unknown features. */
  features: list(z.string()),
  /** Clients must ignore unknown extensions. */
  extensions: list(z.string()),
  /** Ours. A server that was set up anew has another one, a restored or moved one the same. */
  installation: text(),
}));
export type ServerInfo = z.output<typeof ServerInfo>;

/**
 * Returns the features and extensions of a server. Earlier servers of Leafmark list their extensions
 * among the features.
 */
export const capabilitiesOf = ({
  features,
  extensions,
}: Pick<ServerInfo, 'features' | 'extensions'>): readonly string[] => [
  ...new Set([...features, ...extensions]),
];

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

/** The texts of versions of Leafmark begin with it. */
export const LEAFMARK_NAME = 'Leafmark ';

/** The name and version of a server to show, such as `Readeck 0.22.3`. It has no words to translate. */
export function versionText(version: ServerInfo['version']): string {
  const own = leafmarkVersionOf(version);
  const readeck = version.canonical;
  return own === null ? `Readeck ${readeck}` : `${LEAFMARK_NAME}${own} (Readeck API ${readeck})`;
}

export const info = {
  read: route('GET', '/api/info', {
    access: 'public',
    answers: { 200: json(ServerInfo) },
    errors: neverFails,
  }),
};

/** Only other clients call these. */
export const apiDescription = {
  openApi: route('GET', '/api/openapi.json', {
    access: 'public',
    reads: ['If-None-Match'],
    answers: { 200: media(['application/json'], ['ETag']), 304: empty() },
    errors: neverFails,
  }),
};
