// Extraction: the page of a bookmark, as it was sent or fetched, becomes its article, its images
// and what lists say of it (docs/decisions/server-extraction.md).
export { requestExtraction } from './request-extraction';
export { type KeptPage, keepPage, type SentPage } from './sent-page';
