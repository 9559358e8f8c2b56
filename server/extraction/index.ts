// Extraction: the page of a bookmark, as it was sent or fetched, becomes its article, its images
// and what lists say of it (docs/decisions/server-extraction.md).

export { extract } from './extract';
export { extractionKind, requestExtraction } from './extraction-job';
export type { PageContents } from './page-files';
export type { PageReader, SharedReader } from './processes/page-reader';
export { canReadPages, READER_PROGRAM, ReaderPool } from './processes/reader-pool';
export { type KeptPage, keepPage, type SentPage } from './sent-page';
