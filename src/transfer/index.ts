// Transfer: exports a library to files and imports files into a library. It connects the library with
// the formats and uses no browser API.
export * from './bundle-source';
export * from './check-bundle';
export * from './compare-libraries';
export * from './export-file';
export type { HighlightTexts, PageToWrite, WriteTexts } from './highlight-texts';
export * from './import-article';
export { type ImportedLibrary, importedLibrary } from './import-library';
export * from './import-preview';
export * from './import-run';
export * from './import-work';
export * from './restore-bundle';
export * from './send-pages';
export * from './transfer-problem';
