// What a list needs only once it is painted, fetched together.
export { SyncLine } from '../sync/sync-line';
export { Toasts } from '../toasts/toasts';
export { EmptyList } from './empty-list';
export { LibraryTrouble } from './library-trouble';
export { RowActions } from './row-actions';
export { ShelfExtras } from './shelf-extras';
