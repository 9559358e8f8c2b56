import { deferred } from '../components/deferred';

const fetchParts = () => import('./after-paint');

export const EmptyList = deferred(async () => (await fetchParts()).EmptyList);
export const LibraryProblem = deferred(async () => (await fetchParts()).LibraryProblem);
export const RowActions = deferred(async () => (await fetchParts()).RowActions);
export const ListExtras = deferred(async () => (await fetchParts()).ListExtras);
export const SyncLine = deferred(async () => (await fetchParts()).SyncLine);
export const Toasts = deferred(async () => (await fetchParts()).Toasts);
