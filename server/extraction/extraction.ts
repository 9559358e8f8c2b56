import { type BookmarkLink, parseDate } from '../../src/contract';
import { type BookmarkType, type ImageDropReason, primaryLanguage, unixMs } from '../../src/domain';
import type { BookmarkFields, BookmarkImages, ResourceRow } from '../storage';
import type { PageReading, VideoEmbed } from './reading/tasks';
/** What a page says of itself, and a person may say better. */
export type Described = Pick<
  BookmarkFields,
  'title' | 'siteName' | 'authors' | 'published' | 'lang' | 'textDirection' | 'description'
>;

export const DESCRIBED_FIELDS = [
  'title',
  'siteName',
  'authors',
  'published',
  'lang',
  'textDirection',
  'description',
] as const satisfies readonly (keyof Described)[];

/** What a bookmark says of its page before anybody has looked at it. */
export const UNDESCRIBED: Described = {
  title: '',
  siteName: '',
  authors: [],
  published: null,
  lang: '',
  textDirection: '',
  description: '',
};

/** What came of one extraction, whether it went well or not. */
export interface Extraction {
  /** Where the page was at last; null when it was not found. */
  readonly url: string | null;
  /** null when nothing readable was found: the bookmark counts as an article, without a document type. */
  readonly type: BookmarkType | null;
  /** null when nothing is known of the page. */
  readonly described: Described | null;
  /** As it is stored: its images are named by their files. */
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
  /** Short sentences for whoever saved the page. */
  readonly errors: readonly string[];
  readonly log: string;
  /** Of the capture; null when there was none. */
  readonly report: PageReading['report'] | null;
}

/** Of a page that gave nothing. */
export const NOTHING: Omit<Extraction, 'errors' | 'log'> = {
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

/** What a page that is no article has to say to be kept as one all the same. */
const MIN_WORDS_BESIDE_MEDIA = 100;
/** How much of the description the text has to begin with. */
const DESCRIPTION_START = 60;

/** What the page says of itself, as a bookmark has it. */
export function describedBy({ metadata }: PageReading, site: string): Described {
  const published = metadata.published === null ? null : parseDate(metadata.published);
  return {
    title: oneLine(metadata.title),
    siteName: oneLine(metadata.siteName) || site,
    authors: metadata.authors.map(oneLine),
    published: published === null ? null : unixMs(published),
    // As clients know it; the article's own element has the whole tag.
    lang: primaryLanguage(metadata.lang),
    textDirection: metadata.textDirection ?? '',
    description: oneLine(metadata.description),
  };
}

/** What the page says that it is; one with a known player and nothing to read is a video. */
export function typeOf(reading: PageReading): BookmarkType {
  const { type } = reading.metadata;
  return type === 'article' && reading.embed !== null && !isArticleBeside(reading) ? 'video' : type;
}

/** Whether what was found beside a video or a photo is an article, and not its surroundings. */
export const isArticleBeside = ({ article, report }: PageReading): boolean =>
  article !== null &&
  article.wordCount >= MIN_WORDS_BESIDE_MEDIA &&
  !report.warnings.includes('not-readable');

/** Whether the text begins with the description, which then need not be shown before it. */
export const beginsWith = (text: string, description: string): boolean =>
  description !== '' &&
  oneLine(text.slice(0, 4 * DESCRIPTION_START)).includes(
    oneLine(description)
      .replace(/…$|\.\.\.$/, '')
      .slice(0, DESCRIPTION_START),
  );

/** White space and control characters become one blank (protocol.md section 14). */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
