import * as z from 'zod/mini';
import {
  Address,
  extended,
  Hostname,
  Instant,
  MAX_PROGRESS,
  record,
  ShortId,
} from '../schema/record';
import { count, flag, flagIfGiven, list, oneOf, orAbsent, orElse, text } from '../schema/tolerant';

/**
 * The types of bookmarks. Any other kind of document counts as an article (protocol.md section 6).
 */
export const BOOKMARK_TYPES = ['article', 'photo', 'video'] as const;
export type BookmarkType = (typeof BOOKMARK_TYPES)[number];

export const TEXT_DIRECTIONS = ['', 'ltr', 'rtl'] as const;

/** `state` of a bookmark (spec section 3). */
export const BOOKMARK_STATE = { loaded: 0, error: 1, loading: 2 } as const;

/** An address in `resources`; empty if a server does not send it. */
export const ResourceLink = record(() => ({ src: text() }));
export type ResourceLink = z.output<typeof ResourceLink>;

/** An image in `resources`; sizes in pixels, 0 when unknown. */
export const ResourceImage = record(() => ({
  src: Address,
  width: count(),
  height: count(),
}));
export type ResourceImage = z.output<typeof ResourceImage>;

export const BookmarkResources = record(() => ({
  article: orAbsent(ResourceLink),
  icon: orAbsent(ResourceImage),
  image: orAbsent(ResourceImage),
  thumbnail: orAbsent(ResourceImage),
  log: orElse(ResourceLink, {}),
  props: orElse(ResourceLink, {}),
}));
export type BookmarkResources = z.output<typeof BookmarkResources>;

/** A bookmark in lists (spec 2.9). */
export const BookmarkSummary = record(() => ({
  id: ShortId,
  href: Address,
  created: Instant,
  updated: Instant,
  state: z.literal([0, 1, 2]),
  loaded: flag(),
  url: Address,
  title: text(),
  site_name: text(),
  site: orElse(Hostname, ''),
  published: orAbsent(Instant),
  authors: list(z.string()),
  lang: text(),
  text_direction: oneOf(TEXT_DIRECTIONS, ''),
  document_type: text(),
  type: oneOf(BOOKMARK_TYPES, 'article'),
  has_article: flag(),
  description: text(),
  is_deleted: flag(),
  is_marked: flag(),
  is_archived: flag(),
  read_progress: count(MAX_PROGRESS),
  labels: list(z.string()),
  word_count: count(),
  reading_time: count(),
  resources: orElse(BookmarkResources, {}),
}));
export type BookmarkSummary = z.output<typeof BookmarkSummary>;

/** A link found in an article. */
export const BookmarkLink = record(() => ({
  url: Address,
  domain: orElse(Hostname, ''),
  title: text(),
  is_page: flag(),
  content_type: text(),
}));
export type BookmarkLink = z.output<typeof BookmarkLink>;

/** A single bookmark (spec 2.10), also the JSON of a sync part, which has no `errors`. */
export const BookmarkInfo = extended(BookmarkSummary, () => ({
  omit_description: flag(),
  read_anchor: text(),
  /** Absent if a server has no place for it. */
  note: orAbsent(z.string()),
  /** null: the server has read the page itself. Absent if a server does not replace articles. */
  captured: z.optional(z.nullable(Instant)),
  links: list(BookmarkLink),
  embed: orAbsent(z.string()),
  embed_domain: orAbsent(z.string()),
  errors: orAbsent(z.array(z.string())),
}));
export type BookmarkInfo = z.output<typeof BookmarkInfo>;

/**
 * The response to a PATCH (spec 2.13, protocol.md section 7.4). Fields that did not change are
 * absent.
 */
export const BookmarkUpdated = record(() => ({
  id: ShortId,
  href: Address,
  /** Empty if a server omits it because nothing changed. */
  updated: orElse(Instant, ''),
  title: orAbsent(z.string()),
  description: orAbsent(z.string()),
  site_name: orAbsent(z.string()),
  authors: z.optional(list(z.string())),
  published: z.optional(z.nullable(Instant)),
  lang: orAbsent(z.string()),
  text_direction: orAbsent(z.string()),
  is_marked: flagIfGiven(),
  is_archived: flagIfGiven(),
  is_deleted: flagIfGiven(),
  read_progress: orAbsent(count(MAX_PROGRESS)),
  read_anchor: orAbsent(z.string()),
  note: orAbsent(z.string()),
  labels: z.optional(list(z.string())),
}));
export type BookmarkUpdated = z.output<typeof BookmarkUpdated>;
