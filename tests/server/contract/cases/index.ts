import { bookmarks } from './bookmarks';
import { collections } from './collections';
import { devTools } from './dev-tools';
import { events } from './events';
import { exporting } from './exporting';
import { highlights } from './highlights';
import { importing } from './importing';
import { info } from './info';
import { labels } from './labels';
import { media } from './media';
import { oauth } from './oauth';
import { opds } from './opds';
import { profile } from './profile';
import { sharing } from './sharing';
import { signIn } from './sign-in';
import { sync } from './sync';

/** The cases of all mounted routes. A test fails for a route without cases. */
export const CASES = {
  info,
  signIn,
  profile,
  oauth,
  bookmarks,
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
