// Capture: turns a Document into a Capture (article, metadata, wanted images, report). It depends on
// the DOM only and uses no browser API.
export * from './capture';
export { captureDocument } from './capture-document';
export type { CaptureOptions } from './capture-page';
export { describeArticle } from './finish-article';
export {
  type ImageSize,
  type ImageType,
  readImageSize,
  sniffImageType,
} from './images/image-bytes';
export type { ImageTools } from './images/image-tools';
export { IMAGE_LIMITS, mostPixelsOf } from './images/limits';
export { type LoadImagesOptions, loadImages } from './images/load-images';
export { type SvgImage, sanitiseSvg } from './images/svg-image';
export type { NativeWindow } from './native-dom';
export { type Embed, embedAt } from './repair/video-hosts';
export { meantPlace } from './rules/meant-block';
export { placePart } from './rules/place-part';
export { textBlocks } from './rules/text-blocks';
export { createSanitiser, type SanitiseArticle, sanitiseArticle } from './sanitise/sanitise';
export { sanitiseTree } from './sanitise/sanitise-tree';
