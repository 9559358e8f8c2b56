import {
  type Api,
  api,
  bindRoutes,
  collections,
  devTools,
  events,
  exporting,
  type HandlersOf,
  highlights,
  importing,
  labels,
  media,
  oauth,
  oauthMetadata,
  opds,
  type Routes,
  signIn,
  sync,
} from '../../src/contract';
import { createLimiter, SHARED_BY_ADDRESS } from '../account/rate-limits';
import type { CallerContext, Handlers, RouteGuards } from '../http/context';
import type { Bound } from '../http/mount-routes';
import { type Refusal, refuseForNow } from '../http/refusal';
import type { Server } from '../server';
import { unlessFull } from '../storage';
import { oauthGuards, oauthHandlers, signInGuards, signInHandlers } from './account';
import { bookmarksHandlers, labelsHandlers, mediaHandlers } from './bookmarks';
import { collectionsHandlers } from './collections';
import { eventsHandlers } from './events';
import { infoHandlers } from './info';
import { profileHandlers } from './profile';

/** The groups of the contract that this server implements. `/api/openapi.json` lists them. */
export const MOUNTED = {
  info: api.info,
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
  sharing: api.sharing,
  importing,
  devTools,
};

/**
 * Binds every route to its handler. A new group is one line here and one above. A group with much code
 * is loaded with its first request, because most starts of a server need none of it at once.
 */
export const routesOf = (server: Server): readonly Bound[] => [
  ...bind(api.info, infoHandlers(server, MOUNTED)),
  ...bind(signIn, signInHandlers(server), signInGuards(server)),
  ...bind(api.profile, profileHandlers(server)),
  ...bind({ ...oauthMetadata, ...oauth }, oauthHandlers(server), oauthGuards(server)),
  ...bind(api.bookmarks, bookmarksHandlers(server)),
  ...bind(labels, labelsHandlers(server)),
  ...bind(media, mediaHandlers(server)),
  ...bind(
    highlights,
    later(highlights, async () => (await import('./highlights')).highlightsHandlers(server)),
  ),
  ...bind(collections, collectionsHandlers(server)),
  ...bind(
    sync,
    later(sync, async () => (await import('./sync')).syncHandlers(server)),
  ),
  ...bind(events, eventsHandlers(server)),
  ...bind(
    exporting,
    later(exporting, async () => (await import('./exporting')).exportingHandlers(server)),
  ),
  ...bind(
    opds,
    later(opds, async () => (await import('./opds')).opdsHandlers(server)),
  ),
  ...bind(
    api.sharing,
    later(api.sharing, async () => (await import('./sharing')).sharingHandlers(server)),
    sharingGuards(server),
  ),
  ...bind(
    importing,
    later(importing, async () => (await import('./importing')).importingHandlers(server)),
  ),
  ...bind(
    devTools,
    later(devTools, async () => (await import('./dev-tools')).devToolsHandlers(server)),
  ),
];

/** Limits the requests of one address, because anybody can open a link and making a page costs time. */
const sharingGuards = (server: Server): RouteGuards<Api['sharing']> => ({
  async page({ clientAddress }) {
    const limiter = createLimiter(server);
    const waitMs = await unlessFull(limiter.takeFrom(SHARED_BY_ADDRESS, clientAddress));
    return waitMs === null ? null : refuseForNow(waitMs);
  },
});

/** Handlers that are made by `load` at the first request for any of `routes`. */
function later<T extends Routes>(routes: T, load: () => Promise<Handlers<T>>): Handlers<T> {
  let loaded: Promise<Handlers<T>> | null = null;
  const handle = (name: keyof T) => async (input: never, context: never) => {
    loaded ??= load().catch((fault) => {
      // The next request tries again.
      loaded = null;
      throw fault;
    });
    return (await loaded)[name](input, context);
  };
  // Each route gets a handler with its own name.
  return Object.fromEntries(Object.keys(routes).map((name) => [name, handle(name)])) as Handlers<T>;
}

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
