import { formatInstant, type Link } from '../contract/index';
import { normalLanguage, type UnixMs } from '../domain/index';
import { linkAddress } from './article/link-address';
import { type ExportedBookmark, headingOf } from './exported';
import { writeXml, type XmlNode, xml } from './xhtml/xml';

export interface Feed {
  /** Never changes, whatever else does: the feed's own address or a `urn:`. */
  readonly id: string;
  readonly title: string;
  /** Whose feed it is; also the author of what names none. */
  readonly author: string;
  readonly updated: UnixMs;
  /** Among them where the feed itself is (`self`). */
  readonly links: readonly Link[];
  /** Of a feed that is a page of a longer list. */
  readonly page?: { readonly total: number; readonly limit: number; readonly offset: number };
}

/** A bookmark in a feed. */
interface FeedEntry {
  readonly bookmark: ExportedBookmark;
  /** Never changes: the bookmark's address on the server or a `urn:`. */
  readonly id: string;
}

/**
 * Bookmarks as an Atom feed, in the order they come.
 * @see https://www.rfc-editor.org/rfc/rfc4287
 */
export const writeFeed = (feed: Feed, entries: readonly FeedEntry[]): string =>
  feedText(
    { xmlns: ATOM },
    feed,
    entries.map((entry) => bookmarkElement(entry, [alternate(entry)])),
  );

/** A book in a catalogue: a bookmark, and where it is to be had. */
export interface CatalogueBook extends FeedEntry {
  readonly kind: 'book';
  /** Downloads and pictures. */
  readonly links: readonly Link[];
}

/** What leads on to another feed of a catalogue, or to a file that is no bookmark. */
export interface CatalogueSection {
  readonly kind: 'section';
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly updated: UnixMs;
  readonly link: Link;
}

/**
 * A feed of a catalogue for e-readers.
 * @see https://specs.opds.io/opds-1.2
 */
export const writeCatalogue = (
  feed: Feed,
  entries: readonly (CatalogueBook | CatalogueSection)[],
): string =>
  feedText(
    { xmlns: ATOM, 'xmlns:dc': DUBLIN_CORE, 'xmlns:opensearch': OPEN_SEARCH },
    feed,
    entries.map((entry) => (entry.kind === 'book' ? bookElement(entry) : sectionElement(entry))),
  );

interface SearchDescription {
  /** At most 16 characters. */
  readonly name: string;
  readonly description: string;
  /** Media type of what is found. */
  readonly type: string;
  /** Its address, with `{searchTerms}` where the words go. */
  readonly template: string;
}

/**
 * How a catalogue is searched.
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
const DUBLIN_CORE = 'http://purl.org/dc/terms/';
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
            // Counted from 1.
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

/** OPDS 1.2, section 5.1: what Atom has no element for is said in the terms of Dublin Core. */
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

/** Where the page of a bookmark is; null when it has no address that a feed may have. */
function alternate({ bookmark }: FeedEntry): Link | null {
  const url = linkAddress(bookmark.url);
  return url === null ? null : { rel: 'alternate', url };
}

const linkElement = ({ rel, url, type }: Link): XmlNode =>
  xml('link', { rel, href: url, ...(type !== undefined && { type }) });
