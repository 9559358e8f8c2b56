import type { Store } from '../store';
import { decideOver } from './decide';
import { keepArticle } from './keep-article';
import type { SyncRepository } from './sync-repository';

/** What only a round of sync does: its code comes with that of sync where every byte counts. */
export type SyncWriting = Pick<SyncRepository, 'decide' | 'keepArticle'>;

/** Makes that part over an open library. */
export type MakeSyncWriting = (store: Store) => SyncWriting;

export const syncWriting: MakeSyncWriting = (store) => ({
  decide: (query, decide) => decideOver(store, query, decide),
  keepArticle: (id, article) => keepArticle(store, id, article),
});
