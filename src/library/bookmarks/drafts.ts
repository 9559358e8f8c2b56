import { ok } from '../../domain/result';
import type { UrlKey } from '../../domain/url-identity';
import { commit, type Written } from '../database/commit';
import type { Draft } from '../database/rows';
import type { Store } from '../database/store';

export function draftRepository({ db, now }: Store): DraftRepository {
  return {
    get: async (urlKey) => (await db.drafts.get(urlKey)) ?? null,
    put: (draft) =>
      commit(db, ['drafts'], async () => {
        if (isEmpty(draft)) await db.drafts.delete(draft.urlKey);
        else await db.drafts.put({ ...draft, updated: now() });
        return ok(undefined);
      }),
    remove: (urlKey) =>
      commit(db, ['drafts'], async () => {
        await db.drafts.delete(urlKey);
        return ok(undefined);
      }),
  };
}

const isEmpty = ({ urlKey, ...fields }: Omit<Draft, 'updated'>): boolean =>
  Object.values(fields).every((text) => text === undefined || text === '');

export interface DraftRepository {
  get(urlKey: UrlKey): Promise<Draft | null>;
  put(draft: Omit<Draft, 'updated'>): Written<void>;
  remove(urlKey: UrlKey): Written<void>;
}
