import type { UnixMs, UrlKey, View } from '../domain';

/** Which database: the name of an account's own; null: the first one. */
export type AccountKey = string | null;

export type Counts = Readonly<Record<View, number>>;

export interface LabelCount {
  readonly name: string;
  /** Bookmarks outside the trash that have the label. */
  readonly count: number;
}

/** What is half typed for a page; kept until it is saved or emptied. */
export interface Draft {
  readonly urlKey: UrlKey;
  readonly title?: string;
  readonly siteName?: string;
  readonly authors?: string;
  readonly published?: string;
  readonly label?: string;
  /** Labels that were entered and may not be the bookmark's yet, one a line. */
  readonly enteredLabels?: string;
  readonly updated: UnixMs;
}

/** A save that was begun: should the worker die, the address is kept at its next start. */
export interface PendingCapture {
  readonly urlKey: UrlKey;
  readonly url: string;
  readonly title: string;
  readonly startedAt: UnixMs;
}
