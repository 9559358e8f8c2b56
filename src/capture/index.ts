// Capture: a Document becomes a Capture (article, metadata, wanted images, report).
// Takes a Document; knows no browser API.
export * from './capture';
export { type CaptureOptions, captureDocument } from './capture-document';
export * from './images';
export type { NativeWindow } from './native-dom';
export { type Embed, embedAt } from './repair';
export { createSanitiser, type SanitiseArticle, sanitiseArticle, sanitiseTree } from './sanitise';
