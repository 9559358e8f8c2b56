export { type ImageSize, readImageSize } from './image-size';
export { type ImageTools, pageImageTools } from './image-tools';
export { type ImageType, sniffImageType } from './image-type';
export { IMAGE_LIMITS } from './limits';
export { type LoadImagesOptions, loadImages } from './load-images';
export { createSvgSanitiser, type SanitiseSvg, type SvgImage } from './svg-image';
export { imageUrls } from './wanted-images';
