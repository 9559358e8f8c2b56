// What a list needs only once it is painted, fetched together.

export { Toasts } from '../components/toasts';
export { SyncLine } from '../sync/sync-line';
export { EmptyList, LibraryProblem, ListExtras, RowActions } from './list-extras';
