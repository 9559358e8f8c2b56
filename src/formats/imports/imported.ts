import type { BookmarkValues } from '../../domain/bookmark-fields';
import type { Highlight } from '../../domain/highlight';
import type { Spell } from '../../domain/label-spellings';
import type { ColumnUses } from '../../domain/table-columns';
import type { UnixMs } from '../../domain/time';
import type { UrlKey } from '../../domain/url-identity';
import type { BundleItem } from '../bundle/write-bundle';

/**
 * The values of a bookmark that other programs have. Title and description are on one line, the language
 * is as the other program states it, and what is archived was read to its end.
 */
export const IMPORTED_FIELDS = [
  'title',
  'siteName',
  'authors',
  'published',
  'labels',
  'description',
  'note',
  'lang',
  'isArchived',
  'isFavourite',
  'readProgress',
] as const;

/** A bookmark from another program. Every field is bounded, and none is trusted. */
export interface ImportedEntry extends Pick<BookmarkValues, (typeof IMPORTED_FIELDS)[number]> {
  /** `http` or `https`, not normalised. */
  readonly url: string;
  readonly urlKey: UrlKey;
  /** The paths of its folders or lists, also if they are no labels. */
  readonly folders: readonly string[];
  /** null if unknown or not a plausible time. */
  readonly created: UnixMs | null;
  /** Text of the page that the person selected when saving it; empty for none. */
  readonly excerpt: string;
  /** The article as the other program stored it, not sanitised; null if it has none. */
  readonly html: string | null;
  readonly highlights: readonly ImportedHighlight[];
  /** A file of which the article is to be made. */
  readonly file?: ImportedFile;
  /** Only of a bookmark that comes from another library. */
  readonly copied?: CopiedBookmark;
}

/** A document from a disk. */
export interface ImportedFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A bookmark of another library, with the place to which its page was read, also if it is archived. */
export interface CopiedBookmark extends Pick<BookmarkValues, 'readProgress' | 'readAnchor'> {
  readonly item: BundleItem;
}

/**
 * The place of a quote in the article as the other program stored it: each end is an element, as an
 * XPath below the article, and an offset in its text.
 */
export interface ImportedRange {
  readonly start: string;
  readonly startOffset: number;
  readonly end: string;
  readonly endOffset: number;
}

/** A highlighted text, to be located in the article. */
export interface ImportedHighlight {
  readonly quote: string;
  /** The text before and after the quote; empty if unknown. */
  readonly prefix: string;
  readonly suffix: string;
  /** Absent if unknown. */
  readonly range?: ImportedRange;
  readonly note: string;
  /** null if the other program has no colours, or none that is similar. */
  readonly color: Highlight['color'] | null;
  readonly created: UnixMs | null;
}

/** The reason why a row was not imported. */
export type SkipReason =
  | 'not-a-bookmark'
  | 'not-a-web-address'
  | 'address-too-long'
  | 'too-many-labels'
  | 'only-a-feed-item'
  | 'in-trash'
  /** A text or a file without an address. */
  | 'no-address'
  /** A document that is larger than what is kept. */
  | 'too-large'
  /** The row itself cannot be read. */
  | 'broken';

/**
 * The reason why an import ended. `isRetriable` means that a later attempt may succeed. Entries that
 * came before it are good.
 */
export type ImportFailure =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-many-rows' }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'not-text' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'not-a-zip' }
  /** Text, but not in the format of this source. */
  | { readonly kind: 'other-format' }
  /** The file breaks off, or is damaged so that its rest cannot be read. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'sign-in-refused' }
  /** The HTTP status of the service; null if it cannot be reached. */
  | { readonly kind: 'service'; readonly status: number | null; readonly isRetriable: boolean };

/** Values of a row that cannot be read, so that its bookmark comes without them. */
export interface UnreadableValues {
  readonly row: number;
  readonly count: number;
  /** The first of them as the row has them, and its address. */
  readonly text: string;
}

/** A step of an import. Entries come in the order in which to create them. */
export type ImportStep =
  | {
      readonly kind: 'entry';
      readonly entry: ImportedEntry;
      /** Absent if all values of the row could be read. */
      readonly unreadable?: UnreadableValues;
    }
  /** `row` counts from 1 in the order of the file. `text` is the beginning of the row. */
  | {
      readonly kind: 'skipped';
      readonly row: number;
      readonly reason: SkipReason;
      readonly text: string;
    }
  /** The last step. */
  | { readonly kind: 'failed'; readonly failure: ImportFailure };

/** A step that does not end the import. */
export type ImportRow = Exclude<ImportStep, { kind: 'failed' }>;

export interface ImportOptions {
  /** Later times are not accepted. */
  readonly now: UnixMs;
  /** Makes a label of each folder, whose path is joined by `/`. */
  readonly hasLabelsFromFolders?: boolean;
  /** For tables: the use of each column, as a person has chosen. Absent: their names and cells say it. */
  readonly columns?: ColumnUses | undefined;
}

/** The user's choices for all bookmarks of an import (spec 2.19). */
interface ImportChoices {
  /** A label for every bookmark; empty for none. */
  readonly label: string;
  readonly isArchived: boolean;
  readonly isRead: boolean;
  /** Absent: labels keep their spellings. */
  readonly spell?: Spell | undefined;
}

/** Applies the choices to a bookmark. An archived bookmark counts as read. */
export function applyChoices(entry: ImportedEntry, choices: ImportChoices): ImportedEntry {
  const isArchived = entry.isArchived || choices.isArchived;
  const { label, spell = (labels) => labels } = choices;
  const labels = spell([...entry.labels, ...(label === '' ? [] : [label])]);
  return {
    ...entry,
    labels: [...new Set(labels)],
    isArchived,
    readProgress: isArchived || choices.isRead ? 100 : entry.readProgress,
  };
}
