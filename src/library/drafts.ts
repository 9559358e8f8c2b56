import { ok } from '../domain';
import type { Draft, DraftRepository } from './repository';
import type { Store } from './store';
import { commit } from './write';

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
