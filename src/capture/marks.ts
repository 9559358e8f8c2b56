/**
 * Attributes that find an element of the copy again in the article. A page may write them too: it
 * can name nothing by them but its own canvases and blocks, and the sanitiser takes them away.
 */
export const CANVAS_MARK = 'data-leafmark-canvas';
export const LANDMARK_MARK = 'data-leafmark-landmark';
