import { expect, it } from 'vitest';
import { createCarrier } from '../../../src/ui/bookmarks/bookmark-actions';
import { createPendingActions } from '../../../src/ui/bookmarks/pending-actions';
import { page, testLibrary, value } from '../../library/library';
import { memoryStorage } from '../popup/open-popup';

it('an undo that a page could not write before it closed is carried out by the next one', async () => {
  const { library } = await testLibrary();
  const { id } = value(await library.bookmarks.save(page())).bookmark;
  const { group } = value(await library.bookmarks.edit(id, { isArchived: true }));
  const storage = memoryStorage();
  const pending = () => createPendingActions(storage, null);
  const closed = createCarrier({ library: new Promise(() => {}), pending: pending() });
  void closed.carry({ kind: 'undo', group: group! });
  expect(pending().read()).toEqual([{ kind: 'undo', group }]);
  const next = createCarrier({ library: Promise.resolve(library), pending: pending() });
  for (const left of next.carryRest()) value(await left);
  expect(await library.bookmarks.get(id)).toMatchObject({ isArchived: false });
  expect(pending().read()).toEqual([]);
});
