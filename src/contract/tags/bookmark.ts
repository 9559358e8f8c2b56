import * as z from 'zod/mini';
import {
  Address,
  described,
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
export const ResourceLink = record({ src: described(text(), 'Address.') });
export type ResourceLink = z.output<typeof ResourceLink>;

/** An image in `resources`; sizes in pixels, 0 when unknown. */
export const ResourceImage = record({
  src: described(Address, 'Address.'),
  width: described(count(), 'Pixels; 0 when unknown.'),
  height: described(count(), 'Pixels; 0 when unknown.'),
});
export type ResourceImage = z.output<typeof ResourceImage>;

export const BookmarkResources = record({
  article: described(orAbsent(ResourceLink), 'The article, if there is one.'),
  icon: described(orAbsent(ResourceImage), 'Icon of the site.'),
  image: described(orAbsent(ResourceImage), 'Image of the page.'),
  thumbnail: described(orAbsent(ResourceImage), 'A small version of the image.'),
  log: described(orElse(ResourceLink, {}), 'Log of the extraction.'),
  props: described(orElse(ResourceLink, {}), 'Results of the extraction.'),
});
export type BookmarkResources = z.output<typeof BookmarkResources>;

/** A bookmark in lists (spec 2.9). */
export const BookmarkSummary = record({
  id: described(ShortId, 'Id of the bookmark.'),
  href: described(Address, 'Address of this record in the API.'),
  created: described(Instant, 'Creation time.'),
  updated: described(Instant, 'Time of the last change.'),
  state: described(z.literal([0, 1, 2]), '0 loaded, 1 error, 2 loading.'),
  loaded: described(flag(), 'True if the page has been processed, successfully or not.'),
  url: described(Address, 'Address of the page.'),
  title: described(text(), 'Title.'),
  site_name: described(text(), 'Name of the site.'),
  site: described(orElse(Hostname, ''), 'Host of the site.'),
  published: described(
    orAbsent(Instant),
    'Publication date; absent when unknown, null in the response to a change that cleared it.',
  ),
  authors: described(list(z.string()), 'Authors.'),
  lang: described(text(), 'Language tag; empty when unknown.'),
  text_direction: described(oneOf(TEXT_DIRECTIONS, ''), '`ltr`, `rtl`, or empty when unknown.'),
  document_type: described(text(), 'The kind of document that extraction detected.'),
  type: described(oneOf(BOOKMARK_TYPES, 'article'), 'article, photo or video.'),
  has_article: described(flag(), 'True if there is an article.'),
  description: described(text(), 'A short text without markup.'),
  is_deleted: described(flag(), 'True if its deletion is scheduled.'),
  is_marked: described(flag(), 'True for a favourite.'),
  is_archived: described(flag(), 'True for an archived bookmark.'),
  read_progress: described(count(MAX_PROGRESS), 'Reading progress in per cent.'),
  labels: described(list(z.string()), 'Labels.'),
  word_count: described(count(), 'Number of words in the article; 0 when unknown.'),
  reading_time: described(count(), 'Minutes to read the article, or the duration of a video.'),
  resources: described(orElse(BookmarkResources, {}), 'Addresses of its parts.'),
});
export type BookmarkSummary = z.output<typeof BookmarkSummary>;

/** A link found in an article. */
export const BookmarkLink = record({
  url: described(Address, 'Address.'),
  domain: described(orElse(Hostname, ''), 'Host.'),
  title: described(text(), 'Text of the link. Readeck requests the linked page for its title.'),
  is_page: described(flag(), 'True for a web page.'),
  content_type: described(text(), 'Media type.'),
});
export type BookmarkLink = z.output<typeof BookmarkLink>;

/** A single bookmark (spec 2.10), also the JSON of a sync part, which has no `errors`. */
export const BookmarkInfo = extended(BookmarkSummary, {
  omit_description: described(flag(), 'True if the article starts with the description.'),
  read_anchor: described(text(), 'CSS selector of the last element that was read.'),
  links: described(list(BookmarkLink), 'Links found in the article.'),
  embed: described(orAbsent(z.string()), 'An `<iframe>` that shows the video.'),
  embed_domain: described(orAbsent(z.string()), 'Host of the video.'),
  errors: described(orAbsent(z.array(z.string())), 'Errors while the page was processed.'),
});
export type BookmarkInfo = z.output<typeof BookmarkInfo>;

/**
 * The response to a PATCH (spec 2.13, protocol.md section 7.4). Fields that did not change are
 * absent.
 */
export const BookmarkUpdated = record({
  id: described(ShortId, 'Id.'),
  href: described(Address, 'Address of this record in the API.'),
  /** Empty if a server omits it because nothing changed. */
  updated: described(orElse(Instant, ''), 'Time of the last change.'),
  title: described(orAbsent(z.string()), 'Title.'),
  description: described(orAbsent(z.string()), 'A short text without markup.'),
  site_name: described(orAbsent(z.string()), 'Name of the site.'),
  authors: described(z.optional(list(z.string())), 'Authors.'),
  published: described(
    z.optional(z.nullable(Instant)),
    'Publication date; absent when unknown, null in the response to a change that cleared it.',
  ),
  lang: described(orAbsent(z.string()), 'Language tag; empty when unknown.'),
  text_direction: described(orAbsent(z.string()), '`ltr`, `rtl`, or empty when unknown.'),
  is_marked: described(flagIfGiven(), 'True for a favourite.'),
  is_archived: described(flagIfGiven(), 'True for an archived bookmark.'),
  is_deleted: described(flagIfGiven(), 'True if its deletion is scheduled.'),
  read_progress: described(orAbsent(count(MAX_PROGRESS)), 'Reading progress in per cent.'),
  read_anchor: described(orAbsent(z.string()), 'CSS selector of the last element that was read.'),
  labels: described(z.optional(list(z.string())), 'Labels.'),
});
export type BookmarkUpdated = z.output<typeof BookmarkUpdated>;
