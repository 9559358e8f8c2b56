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

/** What a bookmark is; every other kind of document counts as an article (protocol.md section 6). */
export const BOOKMARK_TYPES = ['article', 'photo', 'video'] as const;
export type BookmarkType = (typeof BOOKMARK_TYPES)[number];

export const TEXT_DIRECTIONS = ['', 'ltr', 'rtl'] as const;

/** `state` of a bookmark (spec section 3). */
export const BOOKMARK_STATE = { loaded: 0, error: 1, loading: 2 } as const;

/** An address in `resources`; empty while a server doesn't say it. */
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
  article: described(orAbsent(ResourceLink), 'The article, when there is one.'),
  icon: described(orAbsent(ResourceImage), 'Icon of the site.'),
  image: described(orAbsent(ResourceImage), 'Image of the page.'),
  thumbnail: described(orAbsent(ResourceImage), 'The image, small.'),
  log: described(orElse(ResourceLink, {}), 'What extraction did.'),
  props: described(orElse(ResourceLink, {}), 'What extraction found.'),
});
export type BookmarkResources = z.output<typeof BookmarkResources>;

/** A bookmark as lists have it (spec 2.9). */
export const BookmarkSummary = record({
  id: described(ShortId, 'Id of the bookmark.'),
  href: described(Address, 'Address of this record in the API.'),
  created: described(Instant, 'When it was made.'),
  updated: described(Instant, 'When it last changed.'),
  state: described(z.literal([0, 1, 2]), '0 loaded, 1 error, 2 loading.'),
  loaded: described(flag(), 'Whether the page has been read, with or without success.'),
  url: described(Address, 'Address of the page.'),
  title: described(text(), 'Title; as a filter: search in the titles.'),
  site_name: described(text(), 'Name of the site.'),
  site: described(
    orElse(Hostname, ''),
    'Host of the site; as a filter: search in names and hosts.',
  ),
  /** Absent when unknown. */
  published: described(
    orAbsent(Instant),
    'When it was published; absent when unknown, null in the answer to a change that cleared it.',
  ),
  authors: described(list(z.string()), 'Who wrote it.'),
  lang: described(text(), 'Language tag; empty when unknown.'),
  text_direction: described(oneOf(TEXT_DIRECTIONS, ''), '`ltr`, `rtl`, or empty when unknown.'),
  document_type: described(text(), 'What extraction took it for.'),
  type: described(oneOf(BOOKMARK_TYPES, 'article'), 'article, photo or video.'),
  has_article: described(flag(), 'Whether there is an article to read.'),
  description: described(text(), 'A short text without markup.'),
  is_deleted: described(flag(), 'Whether it is about to be deleted.'),
  is_marked: described(flag(), 'Whether it is a favourite.'),
  is_archived: described(flag(), 'Whether it is in the archive.'),
  read_progress: described(count(MAX_PROGRESS), 'Per cent.'),
  labels: described(
    list(z.string()),
    'Labels; as a filter: all of them, `foo*` for a beginning, `-foo` for without.',
  ),
  word_count: described(count(), 'Words of the article; 0 when unknown.'),
  reading_time: described(count(), 'Minutes; the duration of a video.'),
  resources: described(orElse(BookmarkResources, {}), 'Where its parts are.'),
});
export type BookmarkSummary = z.output<typeof BookmarkSummary>;

/** A link found in an article. */
export const BookmarkLink = record({
  url: described(Address, 'Address.'),
  domain: described(orElse(Hostname, ''), 'Host.'),
  title: described(text(), 'Title; as a filter: search in the titles.'),
  is_page: described(flag(), 'Whether it is a web page.'),
  content_type: described(text(), 'Media type.'),
});
export type BookmarkLink = z.output<typeof BookmarkLink>;

/** A bookmark by itself (spec 2.10), and the JSON of a sync part, which lacks `errors`. */
export const BookmarkInfo = extended(BookmarkSummary, {
  omit_description: described(flag(), 'Whether the article begins with the description.'),
  read_anchor: described(text(), 'CSS selector of the last element seen.'),
  links: described(list(BookmarkLink), 'Links found in the article.'),
  /** An `<iframe>` for a video. */
  embed: described(orAbsent(z.string()), 'An `<iframe>` that shows the video.'),
  embed_domain: described(orAbsent(z.string()), 'Host of the video.'),
  /** Short messages of the extraction. */
  errors: described(orAbsent(z.array(z.string())), 'What went wrong while the page was read.'),
});
export type BookmarkInfo = z.output<typeof BookmarkInfo>;

/** What a PATCH changed (spec 2.13, protocol.md section 7.4); fields that did not change are absent. */
export const BookmarkUpdated = record({
  id: described(ShortId, 'Id.'),
  href: described(Address, 'Address of this record in the API.'),
  /** Empty where a server leaves it out because nothing changed. */
  updated: described(orElse(Instant, ''), 'When it last changed.'),
  title: described(orAbsent(z.string()), 'Title; as a filter: search in the titles.'),
  description: described(orAbsent(z.string()), 'A short text without markup.'),
  site_name: described(orAbsent(z.string()), 'Name of the site.'),
  authors: described(z.optional(list(z.string())), 'Who wrote it.'),
  /** null when it was cleared. */
  published: described(
    z.optional(z.nullable(Instant)),
    'When it was published; absent when unknown, null in the answer to a change that cleared it.',
  ),
  lang: described(orAbsent(z.string()), 'Language tag; empty when unknown.'),
  text_direction: described(orAbsent(z.string()), '`ltr`, `rtl`, or empty when unknown.'),
  is_marked: described(flagIfGiven(), 'Whether it is a favourite.'),
  is_archived: described(flagIfGiven(), 'Whether it is in the archive.'),
  is_deleted: described(flagIfGiven(), 'Whether it is about to be deleted.'),
  read_progress: described(orAbsent(count(MAX_PROGRESS)), 'Per cent.'),
  read_anchor: described(orAbsent(z.string()), 'CSS selector of the last element seen.'),
  labels: described(
    z.optional(list(z.string())),
    'Labels; as a filter: all of them, `foo*` for a beginning, `-foo` for without.',
  ),
});
export type BookmarkUpdated = z.output<typeof BookmarkUpdated>;
