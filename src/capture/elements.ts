const BLOCK_NAMES = [
  'address article aside blockquote dd details div dl dt fieldset figcaption figure footer form',
  'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul',
]
  .join(' ')
  .split(' ');

/** A selector of all that breaks the line. */
export const BLOCKS = BLOCK_NAMES.join(',');

/**
 * Attributes that find an element of the copy again in the article. A page may write them too: it
 * can name nothing by them but its own canvases and blocks, and the sanitiser takes them away.
 */
export const CANVAS_MARK = 'data-leafmark-canvas';
export const LANDMARK_MARK = 'data-leafmark-landmark';
