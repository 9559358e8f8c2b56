// Extraction: the page of a bookmark, as it was sent or fetched, becomes its article, its images
// and what lists say of it (docs/decisions/server-extraction.md).

export { extract } from './extract';
export { extractionKind } from './extraction-kind';
export type { PageContents } from './files/get-files';
export { canReadPages } from './processes/can-read-pages';
export type { PageReader, SharedReader } from './processes/page-reader';
export { ReaderPool } from './processes/reader-pool';
export { READER_PROGRAM } from './processes/reader-program';
export { requestExtraction } from './request-extraction';
export { type KeptPage, keepPage, type SentPage } from './sent-page';
