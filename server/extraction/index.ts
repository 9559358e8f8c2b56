// Extraction: the page of a bookmark, as it was sent or fetched, becomes its article, its images
// and what lists say of it (docs/decisions/server-extraction.md).

export { extract } from './extract';
export { extractionKind } from './extraction-kind';
export type { PageContents } from './files/get-files';
export { requestExtraction } from './request-extraction';
export { type KeptPage, keepPage, type SentPage } from './sent-page';
export { canReadPages } from './threads/can-read-pages';
export type { PageReader } from './threads/page-reader';
export { ReaderPool } from './threads/reader-pool';
export { READER_PROGRAM } from './threads/reader-program';
