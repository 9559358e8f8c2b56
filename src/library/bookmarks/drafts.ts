import type { UrlKey } from '../../domain/url-identity';
import { type Written, write } from '../database/commit';
import type { Draft } from '../database/rows';
import { repository } from '../database/store';

export type DraftRepository = ReturnType<typeof draftRepository>;

export const draftRepository = repository({
  async get({ db }, urlKey: UrlKey): Promise<Draft | null> {
    return (await db.drafts.get(urlKey)) ?? null;
  },

  put: ({ db, now }, draft: Omit<Draft, 'updated'>): Written<void> =>
    write(db, ['drafts'], async () => {
      if (isEmptyDraft(draft)) await db.drafts.delete(draft.urlKey);
      else await db.drafts.put({ ...draft, updated: now() });
    }),

  remove: ({ db }, urlKey: UrlKey): Written<void> =>
    write(db, ['drafts'], () => db.drafts.delete(urlKey)),
});

const isEmptyDraft = ({ urlKey, ...fields }: Omit<Draft, 'updated'>): boolean =>
  Object.values(fields).every((text) => text === undefined || text === '');
