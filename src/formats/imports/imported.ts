import type { UnixMs } from '../../domain';

/** A bookmark that another program had. Everything in it is bounded; nothing in it is trusted. */
export interface ImportedEntry {
  /** `http` or `https`, as it was written. */
  readonly url: string;
  /** On one line; empty when unknown. */
  readonly title: string;
  readonly labels: readonly string[];
  /** null when unknown, or no time at which somebody can have saved something. */
  readonly created: UnixMs | null;
  /** RFC 3339; null when unknown. */
  readonly published: string | null;
  readonly description: string;
  readonly authors: readonly string[];
  /** As the other program says it; empty when unknown. */
  readonly lang: string;
  readonly isArchived: boolean;
  readonly isFavourite: boolean;
  /** Per cent; 100 when it is archived. */
  readonly readProgress: number;
  /** The article as the other program kept it, to be sanitised like a page; null when it has none. */
  readonly html: string | null;
  readonly highlights: readonly ImportedHighlight[];
}

/** Words that were marked, to be found in the article. */
export interface ImportedHighlight {
  readonly quote: string;
  readonly note: string;
  readonly created: UnixMs | null;
}

/** Why one row of an import is no bookmark. */
type SkipReason =
  | 'not-a-bookmark'
  | 'not-a-web-address'
  | 'address-too-long'
  | 'too-many-labels'
  | 'only-a-feed-item';

/** Why an import ends. `isRetriable`: later it may go well. */
export type ImportFailure =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-many-rows' }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'not-text' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'not-a-zip' }
  /** Text, but not of this source. */
  | { readonly kind: 'other-format' }
  | { readonly kind: 'sign-in-refused' }
  /** What it answered with; null when it can't be reached. */
  | { readonly kind: 'service'; readonly status: number | null; readonly isRetriable: boolean };

/** What an import gives, in the order in which bookmarks are to be made. */
export type ImportStep =
  | { readonly kind: 'entry'; readonly entry: ImportedEntry }
  /** `row` counts from 1 in the file's own order, `text` is the beginning of what it was. */
  | {
      readonly kind: 'skipped';
      readonly row: number;
      readonly reason: SkipReason;
      readonly text: string;
    }
  /** The last step: nothing comes after it. */
  | { readonly kind: 'failed'; readonly failure: ImportFailure };

/** A step that is not the end. */
export type ImportRow = Exclude<ImportStep, { kind: 'failed' }>;

export interface ImportOptions {
  /** Nothing was saved after it. */
  readonly now: UnixMs;
  /** For `browser`: the folders of a bookmark as one label, joined by `/`. */
  readonly hasLabelsFromFolders?: boolean;
}

/** What a person chooses for all bookmarks of an import (spec 2.19). */
interface ImportChoices {
  /** Given to each; empty for none. */
  readonly label: string;
  readonly isArchived: boolean;
  readonly isRead: boolean;
}

/** A bookmark with what was chosen for all; what is archived counts as read. */
export function applyChoices(entry: ImportedEntry, choices: ImportChoices): ImportedEntry {
  const isArchived = entry.isArchived || choices.isArchived;
  const labels = new Set([...entry.labels, ...(choices.label === '' ? [] : [choices.label])]);
  return {
    ...entry,
    labels: [...labels],
    isArchived,
    readProgress: isArchived || choices.isRead ? 100 : entry.readProgress,
  };
}
