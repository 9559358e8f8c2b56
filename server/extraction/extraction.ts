import { type BookmarkLink, parseDate } from '../../src/contract';
import type { ImageDropReason } from '../../src/domain/article';
import {
  type BookmarkType,
  PAGE_ONLY_FIELDS,
  PAGE_VALUE_FIELDS,
  pick,
} from '../../src/domain/bookmark-fields';
import { blankValues } from '../../src/domain/bookmark-values';
import { primaryLanguage } from '../../src/domain/language';
import { unixMs } from '../../src/domain/time';
import type { BookmarkFields, BookmarkImages, NewRevision, ResourceRow } from '../storage';
import type { PageReading, VideoEmbed } from './reading/page-tasks';

/** The fields of a bookmark that come from the page's metadata and that the user can edit. */
export type Described = Pick<BookmarkFields, (typeof DESCRIBED_FIELDS)[number]>;

export const DESCRIBED_FIELDS = [...PAGE_VALUE_FIELDS, ...PAGE_ONLY_FIELDS].filter(
  (name) => name !== 'type',
);

/** The metadata of a page that has not been read. */
export const UNDESCRIBED: Described = { ...pick(blankValues(), DESCRIBED_FIELDS), published: null };

/** The result of one extraction, which may have failed. */
export interface Extraction {
  /** The address of the page after redirects; null when it could not be loaded. */
  readonly url: string | null;
  /** null when nothing readable was found: the bookmark is then an article without a document type. */
  readonly type: BookmarkType | null;
  /** null when nothing is known about the page. */
  readonly described: Described | null;
  /** The article in its stored form: its images have the names of their files as addresses. */
  readonly article: {
    readonly html: string;
    readonly text: string;
    readonly wordCount: number;
  } | null;
  readonly omitsDescription: boolean;
  readonly links: readonly BookmarkLink[];
  readonly embed: VideoEmbed | null;
  readonly durationSeconds: number;
  readonly images: BookmarkImages;
  readonly resources: readonly ResourceRow[];
  readonly droppedImages: ReadonlyMap<string, ImageDropReason>;
  /** Short sentences for the user. */
  readonly errors: readonly string[];
  readonly log: string;
  /** The report of the capture; null when nothing was captured. */
  readonly report: PageReading['report'] | null;
}

/** The result for a page that could not be read. */
export const EMPTY_EXTRACTION: Omit<Extraction, 'errors' | 'log'> = {
  url: null,
  type: null,
  described: null,
  article: null,
  omitsDescription: false,
  links: [],
  embed: null,
  durationSeconds: 0,
  images: {},
  resources: [],
  droppedImages: new Map(),
  report: null,
};

/** A video or photo page with at least this many words also has an article. */
const MIN_WORDS_BESIDE_MEDIA = 100;
/** The number of characters of the description that are compared with the text. */
const DESCRIPTION_START = 60;

/** Converts the metadata of a page to fields of its bookmark. */
export function describedBy({ metadata }: PageReading, site: string): Described {
  const published = metadata.published === null ? null : parseDate(metadata.published);
  return {
    title: oneLine(metadata.title),
    siteName: oneLine(metadata.siteName) || site,
    authors: metadata.authors.map(oneLine),
    published: published === null ? null : unixMs(published),
    // Clients know only primary languages. The article's `lang` attribute has the full tag.
    lang: primaryLanguage(metadata.lang),
    textDirection: metadata.textDirection,
    description: oneLine(metadata.description),
  };
}

/** Returns the type from the metadata. A page with a known player and no article is a video. */
export function typeOf(reading: PageReading): BookmarkType {
  const { type } = reading.metadata;
  return type === 'article' && reading.embed !== null && !isArticleBeside(reading) ? 'video' : type;
}

/** Tells whether a video or photo page also has an article, rather than only captions and menus. */
export const isArticleBeside = ({ article, report }: PageReading): boolean =>
  article !== null &&
  article.wordCount >= MIN_WORDS_BESIDE_MEDIA &&
  !report.warnings.includes('not-readable');

/** Tells whether the text begins with the description, so that clients need not show it twice. */
export const beginsWith = (text: string, description: string): boolean =>
  description !== '' &&
  oneLine(text.slice(0, 4 * DESCRIPTION_START)).includes(
    oneLine(description)
      .replace(/…$|\.\.\.$/, '')
      .slice(0, DESCRIPTION_START),
  );

/** Returns an earlier article as if it had been read again. */
export function extractionOf(
  { article, text, wordCount, links, images, resources, props }: NewRevision,
  { url, type }: Pick<BookmarkFields, 'url' | 'type'>,
): Extraction {
  // `propsOf` has written it.
  const described = { ...UNDESCRIBED, ...(props.described as Partial<Described> | undefined) };
  return {
    ...EMPTY_EXTRACTION,
    url,
    type,
    described,
    links,
    images,
    resources,
    article: { html: article, text, wordCount },
    omitsDescription: beginsWith(text, described.description),
    errors: [],
    log: 'an earlier article was put back\n',
  };
}

/** Replaces white space and control characters by single spaces (protocol.md section 14). */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
