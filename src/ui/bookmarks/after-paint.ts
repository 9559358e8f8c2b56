// The parts of a list that are loaded together after the first paint.

export { Toasts } from '../components/toasts';
export { SyncLine } from '../sync/sync-line';
export { EmptyList, LibraryProblem, ListExtras, RowActions } from './list-extras';
