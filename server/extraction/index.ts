// Extraction: makes the article, the images and the metadata of a bookmark from its page, which was
// sent or is fetched (docs/decisions/server-extraction.md).

export { extract } from './extract';
export { extractionKind } from './extraction-job';
export type { PageContents } from './page-files';
export { canReadPages } from './page-reader';
export { IMPORT_PRIORITY, requestExtraction } from './request-extraction';
export { type PackedPage, packPage, type SentPage, storePage } from './sent-page';
