import { bookmarkFiles, bookmarks } from './tags/bookmarks';
import { collections } from './tags/collections';
import { devTools } from './tags/dev-tools';
import { exporting } from './tags/exporting';
import { highlights } from './tags/highlights';
import { importing } from './tags/importing';
import { apiDescription, info } from './tags/info';
import { labels } from './tags/labels';
import { media } from './tags/media';
import { oauth, oauthMetadata } from './tags/oauth';
import { oauthPages } from './tags/oauth-pages';
import { opds } from './tags/opds';
import { ownProfile, profile } from './tags/profile';
import { sharedPages, sharing } from './tags/sharing';
import { signIn } from './tags/sign-in';
import { events, sync } from './tags/sync';

/** Every route of the service, by group. */
export const api = {
  // A spread would keep the other parts in the extension, although nothing there uses them.
  info: /* @__PURE__ */ Object.assign({}, info, apiDescription),
  signIn,
  profile,
  oauth: /* @__PURE__ */ Object.assign({}, oauthMetadata, oauth, oauthPages),
  bookmarks: /* @__PURE__ */ Object.assign({}, bookmarks, bookmarkFiles),
  exporting,
  sharing: /* @__PURE__ */ Object.assign({}, sharing, sharedPages),
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
  profile: ownProfile,
  oauth,
  bookmarks,
  sharing,
  highlights,
  collections,
  sync,
  events,
};
