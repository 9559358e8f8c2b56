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

/** What is known of each mounted route; a route without cases fails the test of the table. */
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
