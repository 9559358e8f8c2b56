import type { BookmarkKey } from '../storage';

export const EXTRACTION_KIND = 'extraction';

/** What a job of this kind says. */
export type ExtractionJob = {
  readonly key: BookmarkKey;
  readonly findsMain: boolean;
};
