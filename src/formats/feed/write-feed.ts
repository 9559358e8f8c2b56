import { formatInstant } from '../../contract';
import { normalLanguage, type UnixMs } from '../../domain';
import { linkAddress } from '../article/link-address';
import { type ExportedBookmark, headingOf } from '../exported';
import { streamText } from '../files/text-stream';
import { writeXml, type XmlNode, xml } from '../xhtml/xml';

export interface Feed {
  /** Never changes, whatever else does: the feed's own address or a `urn:`. */
  readonly id: string;
  readonly title: string;
  /** Whose feed it is; also the author of what names none. */
  readonly author: string;
  /** Address of the feed itself. */
  readonly selfUrl: string;
  /** Address of the page that shows the same. */
  readonly pageUrl: string;
  readonly updated: UnixMs;
}

/** A bookmark in a feed. */
export interface FeedEntry {
  readonly bookmark: ExportedBookmark;
  /** Never changes: the bookmark's address on the server or a `urn:`. */
  readonly id: string;
}

/**
 * Bookmarks as an Atom feed, in the order they come.
 * @see https://www.rfc-editor.org/rfc/rfc4287
 */
export function writeFeed(feed: Feed, entries: Iterable<FeedEntry>): ReadableStream<Uint8Array> {
  const children = [
    xml('id', {}, [feed.id]),
    xml('title', {}, [feed.title]),
    xml('updated', {}, [formatInstant(feed.updated)]),
    xml('author', {}, [xml('name', {}, [feed.author])]),
    link('self', feed.selfUrl, 'application/atom+xml'),
    link('alternate', feed.pageUrl, 'text/html'),
    ...[...entries].map(entryOf),
  ];
  const root = xml('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, children);
  return streamText([`<?xml version="1.0" encoding="utf-8"?>\n${writeXml([root])}\n`]);
}

function entryOf({ id, bookmark }: FeedEntry): XmlNode {
  const { url, created, updated, authors, labels, description } = bookmark;
  const lang = normalLanguage(bookmark.lang);
  const address = linkAddress(url);
  return xml('entry', lang === '' ? {} : { 'xml:lang': lang }, [
    xml('id', {}, [id]),
    xml('title', {}, [headingOf(bookmark)]),
    xml('updated', {}, [formatInstant(updated)]),
    xml('published', {}, [formatInstant(created)]),
    ...authors
      .filter((name) => name.trim() !== '')
      .map((name) => xml('author', {}, [xml('name', {}, [name])])),
    ...(address === null ? [] : [link('alternate', address)]),
    ...[...new Set(labels)].map((label) => xml('category', { term: label })),
    xml('summary', {}, [description]),
  ]);
}

const link = (rel: string, href: string, type?: string): XmlNode =>
  xml('link', { rel, href, ...(type !== undefined && { type }) });
