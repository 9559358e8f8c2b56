export { type ImageTools, pageImageTools } from './image-tools';
export { type LoadImagesOptions, loadImages } from './load-images';
export { imageUrls } from './wanted-images';
