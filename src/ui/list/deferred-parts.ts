import { deferred } from '../components/deferred';

const fetchParts = () => import('./after-paint');

export const EmptyList = deferred(async () => (await fetchParts()).EmptyList);
export const LibraryTrouble = deferred(async () => (await fetchParts()).LibraryTrouble);
export const RowActions = deferred(async () => (await fetchParts()).RowActions);
export const ShelfExtras = deferred(async () => (await fetchParts()).ShelfExtras);
export const SyncLine = deferred(async () => (await fetchParts()).SyncLine);
export const Toasts = deferred(async () => (await fetchParts()).Toasts);
