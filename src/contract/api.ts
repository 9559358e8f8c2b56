import { bookmarks } from './tags/bookmarks';
import { collections } from './tags/collections';
import { devTools } from './tags/dev-tools';
import { exporting } from './tags/exporting';
import { highlights } from './tags/highlights';
import { importing } from './tags/importing';
import { info } from './tags/info';
import { labels } from './tags/labels';
import { media } from './tags/media';
import { oauth } from './tags/oauth';
import { oauthPages } from './tags/oauth-pages';
import { opds } from './tags/opds';
import { profile } from './tags/profile';
import { sharing } from './tags/sharing';
import { signIn } from './tags/sign-in';
import { events, sync } from './tags/sync';

/** Every route of the service, by group. */
export const api = {
  info,
  signIn,
  profile,
  // A spread would keep the pages in the extension, although nothing there uses them.
  oauth: /* @__PURE__ */ Object.assign({}, oauth, oauthPages),
  bookmarks,
  exporting,
  sharing,
  labels,
  highlights,
  collections,
  sync,
  importing,
  events,
  media,
  opds,
  devTools,
};
export type Api = typeof api;

/** The groups that our own client calls. The extension does not contain the others. */
export const clientApi = {
  info,
  signIn,
  profile,
  oauth,
  bookmarks,
  sharing,
  highlights,
  collections,
  sync,
  events,
};
