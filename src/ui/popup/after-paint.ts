// The parts of the popup that are loaded together after the first paint.

export { SiteMark } from '../components/site-mark';
export { SearchBox } from '../search/search-box';
export { RowThumbnail } from '../thumbnails/row-thumbnail';
