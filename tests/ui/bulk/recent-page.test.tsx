import { signal } from '@preact/signals';
import { render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { bulkRepository } from '../../../src/library';
import type { BookmarkListTools } from '../../../src/ui/bookmarks/list-tools';
import { createBulkStore } from '../../../src/ui/bulk/bulk-store';
import { RecentPage } from '../../../src/ui/bulk/recent-page';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { usePages } from '../../support/rendered-pages';
import { fakeBackground } from '../fake-background';

usePages();

it('undoes the change of a label after the message about it has gone', async () => {
  const { library } = await testLibrary();
  const { id } = value(await library.bookmarks.save(page())).bookmark;
  value(await library.bookmarks.edit(id, { addLabels: ['ice'] }));
  const bulk = library.part(bulkRepository);
  value(await bulk.relabel([{ from: 'ice', to: 'snow' }]));
  value(await bulk.run());
  const toasts = { show: () => {}, showError: () => {}, offerUndo: () => {}, forget: () => {} };
  const store = createBulkStore({
    library: Promise.resolve(library),
    tools: signal({ toasts } as unknown as BookmarkListTools),
    background: fakeBackground(),
    alone: (work) => work(),
    now: () => Number.MAX_VALUE,
  });
  const { container } = render(
    <RecentPage bulk={store} trashHref="#/trash" highlightsHref="#/highlights/deleted" />,
  );
  await screen.findByText('ice → snow');
  expect(await seriousFindings(container)).toEqual([]);
  screen.getByRole('button', { name: 'Undo' }).click();
  await screen.findByRole('heading', { name: 'There is nothing to do.' });
  await vi.waitFor(async () => expect((await library.bookmarks.get(id))?.labels).toEqual(['ice']));
  store.dispose();
});
