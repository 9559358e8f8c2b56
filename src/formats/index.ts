// Formats convert bookmarks to files and files to bookmarks. They read and write streams and need
// no DOM, so the extension and the server share them.
export * from './bundle/open-bundle';
export {
  BUNDLE_PAGE,
  BundleArticle,
  BundleBookmark,
  BundleCollection,
  BundleDeletedHighlight,
  BundleDraft,
  BundleHighlight,
  BundleLabel,
  type BundlePart,
  BundleRule,
  type BundleSettings,
  type BundleSummary,
} from './bundle/schema';
export * from './bundle/write-bundle';
export { writeCsv } from './csv';
export * from './epub/chapter';
export * from './epub/write-epub';
export * from './exported';
export * from './feed';
export * from './files/file-name';
export { decodeDamagedUtf8 } from './imports/decode-text';
export * from './imports/import-file';
export * from './imports/imported';
export { joinInFile, joinRepeats } from './imports/join-entries';
export {
  MAX_ANSWER_BYTES,
  MAX_IMPORTED_HIGHLIGHTS,
  MAX_IMPORTED_HTML_LENGTH,
  MAX_IMPORTED_TEXT_LENGTH,
} from './imports/limits';
export { makeRow } from './imports/make-row';
export * from './imports/recognise';
export type { Fetch } from './imports/services/ask';
export * from './imports/services/import-omnivore';
export * from './imports/services/import-wallabag';
export * from './markdown/copy-as-markdown';
export * from './markdown/highlights-file';
export * from './markdown/markdown-of';
export * from './markdown/marked-part';
export * from './markdown/write-highlights';
export * from './markdown/write-markdown';
export { isInBrowserFile, writeNetscape } from './netscape';
export * from './xhtml/write-page';
