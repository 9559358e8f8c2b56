import {
  api,
  bindRoutes,
  collections,
  devTools,
  events,
  exporting,
  type Feature,
  type HandlersOf,
  highlights,
  importing,
  info,
  labels,
  media,
  oauth,
  opds,
  type Routes,
  sharing,
  signIn,
  sync,
} from '../../src/contract';
import type { CallerContext, Handlers, RouteGuards } from '../http/context';
import type { Bound } from '../http/mount-routes';
import type { Refusal } from '../http/refusal';
import type { Server } from '../server';
import { oauthGuards, oauthHandlers, signInGuards, signInHandlers } from './account';
import { bookmarksHandlers, labelsHandlers, mediaHandlers } from './bookmarks';
import { collectionsHandlers } from './collections';
import { devToolsHandlers } from './dev-tools';
import { exportingHandlers } from './exporting';
import { highlightsHandlers } from './highlights';
import { importingHandlers } from './importing';
import { infoHandlers } from './info';
import { opdsHandlers } from './opds';
import { profileHandlers } from './profile';
import { sharingGuards, sharingHandlers } from './sharing';
import { eventsHandlers, syncHandlers } from './sync';
/** The groups of the contract that this server implements. `/api/openapi.json` lists them. */
export const MOUNTED = {
  info,
  signIn,
  profile: api.profile,
  oauth: api.oauth,
  bookmarks: api.bookmarks,
  labels,
  media,
  highlights,
  collections,
  sync,
  events,
  exporting,
  opds,
  sharing,
  importing,
  devTools,
};

/** The features of this server in every configuration (protocol.md section 18), for `GET /api/info`. */
const ADDITIONS: readonly Feature[] = [
  ...(['annotation_notes', 'annotation_none_color'] as const),
  ...(['anchors', 'events', 'idempotency', 'state_on_create', 'bookmark_notes'] as const),
];

/** Binds every route to its handler. A new group is one line here and one above. */
export const routesOf = (server: Server): readonly Bound[] => [
  ...bind(info, infoHandlers(server, { mounted: MOUNTED, additions: ADDITIONS })),
  ...bind(signIn, signInHandlers(server), signInGuards(server)),
  ...bind(api.profile, profileHandlers(server)),
  ...bind(oauth, oauthHandlers(server), oauthGuards(server)),
  ...bind(api.bookmarks, bookmarksHandlers(server)),
  ...bind(labels, labelsHandlers(server)),
  ...bind(media, mediaHandlers(server)),
  ...bind(highlights, highlightsHandlers(server)),
  ...bind(collections, collectionsHandlers(server)),
  ...bind(sync, syncHandlers(server)),
  ...bind(events, eventsHandlers(server)),
  ...bind(exporting, exportingHandlers(server)),
  ...bind(opds, opdsHandlers(server)),
  ...bind(sharing, sharingHandlers(server), sharingGuards(server)),
  ...bind(importing, importingHandlers(server)),
  ...bind(devTools, devToolsHandlers(server)),
];

// The handler of a public route needs only a part of the context.
const bind = <T extends Routes>(
  routes: T,
  handlers: Handlers<T>,
  guards: RouteGuards<T> = {},
): readonly Bound[] =>
  bindRoutes(routes, handlers as HandlersOf<T, CallerContext, Refusal>).map((bound) => ({
    ...bound,
    guard: guards[bound.name],
  }));
