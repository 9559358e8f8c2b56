import type { BookmarkLink } from '../../src/contract';
import type { BookmarkType, ImageDropReason } from '../../src/domain';
import type { BookmarkFields, BookmarkImages, ResourceRow } from '../storage';
import type { PageReading, VideoEmbed } from './reading/page-reading';

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
