import type { AssetHash } from './bookmark';

/** The file from which an article was made, such as a PDF. Its bytes are stored as an asset. */
export interface OriginalFile {
  readonly hash: AssetHash;
  readonly sizeBytes: number;
}

export const MAX_ORIGINAL_BYTES = 100_000_000;

export const PDF_TYPE = 'application/pdf';

/** Programs look for the mark in so many bytes at the start (ISO 32000-1, implementation note 13). */
const PDF_MARK_BYTES = 1024;

/** True if bytes begin as those of a PDF. */
export const isPdf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, PDF_MARK_BYTES)).includes('%PDF-');
