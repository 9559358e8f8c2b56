import { formatInstant, type Link } from '../contract';
import { normalLanguage } from '../domain/language';
import type { UnixMs } from '../domain/time';
import { linkAddress } from './article/link-address';
import { type ExportedBookmark, headingOf } from './exported';
import { writeXml, type XmlNode, xml } from './xhtml/xml';

export interface Feed {
  /** Never changes: the feed's own address or a `urn:`. */
  readonly id: string;
  readonly title: string;
  /** The owner of the feed, who is also the author of entries without one. */
  readonly author: string;
  readonly updated: UnixMs;
  /** Includes the address of the feed itself (`self`). */
  readonly links: readonly Link[];
  /** Present if the feed is one page of a longer list. */
  readonly page?: { readonly total: number; readonly limit: number; readonly offset: number };
}

/** A bookmark in a feed. */
interface FeedEntry {
  readonly bookmark: ExportedBookmark;
  /** Never changes: the bookmark's address on the server or a `urn:`. */
  readonly id: string;
}

/**
 * Writes bookmarks as an Atom feed, in the given order.
 * @see https://www.rfc-editor.org/rfc/rfc4287
 */
export const writeFeed = (feed: Feed, entries: readonly FeedEntry[]): string =>
  feedText(
    { xmlns: ATOM },
    feed,
    entries.map((entry) => bookmarkElement(entry, [alternate(entry)])),
  );

/** A book in a catalogue: a bookmark and the links to its files. */
export interface CatalogueBook extends FeedEntry {
  readonly kind: 'book';
  /** Links to downloads and images. */
  readonly links: readonly Link[];
}

/** A catalogue entry that links to another feed or to a file that is not a bookmark. */
export interface CatalogueSection {
  readonly kind: 'section';
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly updated: UnixMs;
  readonly link: Link;
}

/**
 * Writes a feed of a catalogue for e-readers.
 * @see https://specs.opds.io/opds-1.2
 */
export const writeCatalogue = (
  feed: Feed,
  entries: readonly (CatalogueBook | CatalogueSection)[],
): string =>
  feedText(
    { xmlns: ATOM, 'xmlns:dc': DUBLIN_CORE_NAMESPACE, 'xmlns:opensearch': OPEN_SEARCH },
    feed,
    entries.map((entry) => (entry.kind === 'book' ? bookElement(entry) : sectionElement(entry))),
  );

interface SearchDescription {
  /** At most 16 characters. */
  readonly name: string;
  readonly description: string;
  /** Media type of the results. */
  readonly type: string;
  /** The address of a search, with `{searchTerms}` as the place of the query. */
  readonly template: string;
}

/**
 * Writes the description of a catalogue's search.
 * @see https://github.com/dewitt/opensearch
 */
export const writeSearchDescription = (search: SearchDescription): string =>
  documentText(
    xml('OpenSearchDescription', { xmlns: OPEN_SEARCH }, [
      xml('ShortName', {}, [search.name]),
      xml('Description', {}, [search.description]),
      xml('InputEncoding', {}, ['UTF-8']),
      xml('OutputEncoding', {}, ['UTF-8']),
      xml('Url', { type: search.type, template: search.template }),
    ]),
  );

const ATOM = 'http://www.w3.org/2005/Atom';
const DUBLIN_CORE_NAMESPACE = 'http://purl.org/dc/terms/';
const OPEN_SEARCH = 'http://a9.com/-/spec/opensearch/1.1/';

const documentText = (root: XmlNode): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${writeXml([root])}\n`;

function feedText(
  namespaces: Record<string, string>,
  { id, title, updated, author, links, page }: Feed,
  entries: readonly XmlNode[],
): string {
  return documentText(
    xml('feed', namespaces, [
      xml('id', {}, [id]),
      xml('title', {}, [title]),
      xml('updated', {}, [formatInstant(updated)]),
      authorElement(author),
      ...links.map(linkElement),
      ...(page
        ? [
            xml('opensearch:totalResults', {}, [String(page.total)]),
            xml('opensearch:itemsPerPage', {}, [String(page.limit)]),
            // OpenSearch counts from 1.
            xml('opensearch:startIndex', {}, [String(page.offset + 1)]),
          ]
        : []),
      ...entries,
    ]),
  );
}

function bookmarkElement(
  { id, bookmark }: FeedEntry,
  links: readonly (Link | null)[],
  more: readonly XmlNode[] = [],
): XmlNode {
  const { created, updated, authors, labels, description } = bookmark;
  const lang = normalLanguage(bookmark.lang);
  return xml('entry', lang === '' ? {} : { 'xml:lang': lang }, [
    xml('id', {}, [id]),
    xml('title', {}, [headingOf(bookmark)]),
    xml('updated', {}, [formatInstant(updated)]),
    xml('published', {}, [formatInstant(created)]),
    ...authors.filter((name) => name.trim() !== '').map(authorElement),
    ...links.filter((link) => link !== null).map(linkElement),
    ...[...new Set(labels)].map((label) => xml('category', { term: label })),
    xml('summary', {}, [description]),
    ...more,
  ]);
}

/** Fields that Atom does not define use Dublin Core (OPDS 1.2, section 5.1). */
function bookElement(book: CatalogueBook): XmlNode {
  const { published, created, siteName, lang } = book.bookmark;
  const language = normalLanguage(lang);
  const page = alternate(book);
  return bookmarkElement(
    book,
    [...book.links, page && { ...page, type: 'text/html' }],
    [
      xml('dc:issued', {}, [published ?? formatInstant(created)]),
      ...(siteName.trim() === '' ? [] : [xml('dc:publisher', {}, [siteName])]),
      ...(language === '' ? [] : [xml('dc:language', {}, [language])]),
    ],
  );
}

const sectionElement = ({ id, title, text, updated, link }: CatalogueSection): XmlNode =>
  xml('entry', {}, [
    xml('id', {}, [id]),
    xml('title', {}, [title]),
    xml('updated', {}, [formatInstant(updated)]),
    linkElement(link),
    xml('content', { type: 'text' }, [text]),
  ]);

const authorElement = (name: string): XmlNode => xml('author', {}, [xml('name', {}, [name])]);

/** Links to the page of a bookmark; null if a feed may not have such an address. */
function alternate({ bookmark }: FeedEntry): Link | null {
  const url = linkAddress(bookmark.url);
  return url === null ? null : { rel: 'alternate', url };
}

const linkElement = ({ rel, url, type }: Link): XmlNode =>
  xml('link', { rel, href: url, ...(type !== undefined && { type }) });
