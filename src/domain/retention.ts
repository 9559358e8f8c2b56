import { DAY_MS } from './time';

/** How long the library keeps what a person has deleted, replaced, archived or read. */
export interface Retention {
  /** In days: a bookmark in the trash, and all else that a person deleted or replaced and can undo. */
  readonly trashDays: number;
  /** In days: an earlier article of a bookmark. */
  readonly revisionDays: number;
  /**
   * In days since a page was saved: the article of an archived page that the server has, too. null:
   * it stays.
   */
  readonly archiveDays: number | null;
  /** In days since a page was saved: the same for a page that was read to its end. null: it stays. */
  readonly readDays: number | null;
  /** In days since a page was saved: the images of an archived page, whose text stays. null: they stay. */
  readonly imageDays: number | null;
}

/** Thirty days are promised. Only a person's choice makes them fewer. */
export const DEFAULT_RETENTION: Retention = {
  trashDays: 30,
  revisionDays: 30,
  archiveDays: null,
  readDays: null,
  imageDays: null,
};

/** The choices for each rule, in days. */
export const RETENTION_DAYS = {
  trashDays: [7, 30, 90, 365],
  revisionDays: [7, 30, 90, 365],
  archiveDays: [null, 30, 90, 180, 365],
  readDays: [null, 30, 90, 180, 365],
  imageDays: [null, 30, 90, 180, 365],
} as const satisfies { readonly [Rule in keyof Retention]: readonly Retention[Rule][] };

/** Returns the instant before which something is no longer kept, in Unix ms. */
export const keptSince = (now: number, days: number): number => now - days * DAY_MS;
