import { signal } from '@preact/signals';
import { render, screen, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { UNKNOWN_STRUCTURE } from '../../../src/domain/site-rules/page-structure';
import type { SiteRule, SiteRuleId } from '../../../src/domain/site-rules/site-rule';
import {
  bulkRepository,
  cleanUpRepository,
  duplicateRepository,
  highlightRepository,
  recentChanges,
  siteRuleRepository,
} from '../../../src/library';
import type { BookmarkListTools } from '../../../src/ui/bookmarks/list-tools';
import { createBulkStore } from '../../../src/ui/bulk/bulk-store';
import { createAct } from '../../../src/ui/components/act';
import { RecentPage } from '../../../src/ui/log/recent-page';
import { capture, page, type TestLibrary, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { usePages } from '../../support/rendered-pages';
import { goOn, importsOf, link, netscape, started } from '../../transfer/import-jobs';
import { fakeBackground } from '../fake-background';

usePages();

/** Renders the page over a library. */
function open({ library }: TestLibrary) {
  const toasts = {
    show: vi.fn(),
    showError: vi.fn(),
    offerUndo: () => {},
    keepUndo: () => {},
    forget: () => {},
  };
  const { undo } = library.part(recentChanges);
  const act = createAct({ toasts, background: fakeBackground(), undo });
  const bulk = createBulkStore({
    library: Promise.resolve(library),
    tools: signal({ act, toasts } as unknown as BookmarkListTools),
    alone: (work) => work(),
    now: () => Number.MAX_VALUE,
  });
  const { container } = render(
    <RecentPage
      act={act}
      library={Promise.resolve(library)}
      hrefOf={(id) => `#/read/${id}`}
      trashHref="#/trash"
      highlightsHref="#/highlights/deleted"
    />,
  );
  return { container, bulk, toasts };
}

const RULE: SiteRule = {
  id: 'r1' as SiteRuleId,
  site: 'example.org',
  action: 'remove',
  path: { steps: [{ tag: 'aside', names: [] }], text: '' },
  label: 'Newsletter',
  created: 0 as SiteRule['created'],
};

const texts = () => screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
const undo = async (text: string | RegExp) => {
  const item = (await screen.findByText(text)).closest('li');
  within(item!).getByRole('button', { name: 'Undo' }).click();
};

it('undoes the change of a label after the message about it has gone', async () => {
  const test = await testLibrary();
  const { library } = test;
  const { id } = value(await library.bookmarks.save(page())).bookmark;
  value(await library.bookmarks.edit(id, { addLabels: ['ice'] }));
  const bulk = library.part(bulkRepository);
  value(await bulk.relabel([{ from: 'ice', to: 'snow' }]));
  value(await bulk.run());
  const shown = open(test);
  await undo('ice → snow');
  const labels = async () => (await library.bookmarks.get(id))?.labels;
  await vi.waitFor(async () => expect(await labels()).toEqual(['ice']));
  // The undo is a change, too.
  await vi.waitFor(() => expect(texts()[0]).toMatch(/^UndoneLabels renamed: 1 bookmark/));
  await undo('ice → snow');
  await vi.waitFor(async () => expect(await labels()).toEqual(['snow']));
  await vi.waitFor(() => expect(texts()[0]).toMatch(/^Labels renamed: 1 bookmark/));
  shown.bulk.dispose();
});

it('lists a join with the page that is left, and undoes it', async () => {
  const test = await testLibrary();
  const { library } = test;
  const save = async (url: string) =>
    value(await library.bookmarks.save(page({ url, title: 'Ice' }))).bookmark.id;
  const [keep, other] = [
    await save('https://example.org/a'),
    await save('https://m.example.org/a'),
  ];
  value(await library.part(duplicateRepository).join([{ keep, others: [other] }]));
  const shown = open(test);
  await undo('Joined. Moved to the trash: 1');
  await vi.waitFor(async () => expect((await library.bookmarks.get(other))?.trashedAt).toBeNull());
  await vi.waitFor(() => expect(texts()[0]).toMatch(/^UndoneIceJoined. Moved to the trash: 1/));
  shown.bulk.dispose();
});

it('lists what “Clean up” has changed with its rule, and undoes both', async () => {
  const test = await testLibrary();
  const { library } = test;
  const { id } = value(await library.bookmarks.save(page())).bookmark;
  const before = (await library.articles.get(id))?.html;
  const { article } = capture({ html: '<p>Ice</p>' });
  const { created: _, ...rule } = RULE;
  const edit = { article: article!, structure: UNKNOWN_STRUCTURE, rule, dropped: null };
  value(await library.part(cleanUpRepository).edit(id, edit));
  const shown = open(test);
  await undo('Clean up');
  await vi.waitFor(() => expect(texts()[0]).toMatch(/^UndoneA pageClean upRemoves “Newsletter”/));
  expect((await library.articles.get(id))?.html).toBe(before);
  expect(await test.tables.siteRules.count()).toBe(0);
  shown.bulk.dispose();
});

it('lists a capture with what it has replaced, and undoes it', async () => {
  const test = await testLibrary();
  const { library } = test;
  const saved = page({ html: '<p>Snow</p>', title: 'Snow' });
  const { id, title } = value(await library.bookmarks.save(saved)).bookmark;
  const before = (await library.articles.get(id))?.html;
  value(await library.bookmarks.recapture(id, capture({ html: '<p>Ice</p>', title: 'Ice' })));
  const shown = open(test);
  await undo('Replaced by a new capture: Ice');
  await vi.waitFor(async () => expect((await library.articles.get(id))?.html).toBe(before));
  await screen.findByText(`Replaced by an earlier article: ${title}`);
  expect(await library.bookmarks.get(id)).toMatchObject({ title });
  await undo(`Replaced by an earlier article: ${title}`);
  await screen.findByText('Replaced by a new capture: Ice');
  expect((await library.articles.get(id))?.html).toBe('<p>Ice</p>');
  shown.bulk.dispose();
});

it('lists each thing that was deleted or replaced, the last one first, and undoes it', async () => {
  const test = await testLibrary();
  const { library, clock } = test;
  const later = () => {
    clock.now = (clock.now + 1000) as typeof clock.now;
  };
  const { id } = value(await library.bookmarks.save(page())).bookmark;
  const highlights = library.part(highlightRepository);
  const rules = library.part(siteRuleRepository);
  const quote = { exact: 'The harbour', prefix: '', suffix: '' };
  const added = { bookmarkId: id, quote, color: 'red', position: null, note: 'Of ice' } as const;
  const highlight = value(await highlights.add(added));
  const collection = value(await library.collections.create({ name: 'Winter', labels: 'ice' }));
  await test.tables.siteRules.add(RULE);
  value(await library.bookmarks.edit(id, { note: 'For Ada', addLabels: ['ice'] }));
  for (const work of [
    () => library.bookmarks.edit(id, { note: '' }),
    () => library.bookmarks.edit(id, { removeLabels: ['ice'] }),
    () => highlights.edit(highlight.id, { note: '' }),
    () => library.collections.delete(collection.id),
    () => rules.delete(RULE.id),
  ]) {
    later();
    expect((await work()).ok).toBe(true);
  }
  const { container, toasts, bulk } = open(test);
  await screen.findByText('Removes “Newsletter”');
  expect(texts()).toEqual([
    expect.stringMatching(/^The rule for example\.org was deleted.*Removes “Newsletter”/),
    expect.stringMatching(/^Deleted: Collection “Winter”/),
    expect.stringMatching(/Highlight “The harbour”Note before: “Of ice”/),
    expect.stringMatching(/Labels before: “ice”/),
    expect.stringMatching(/Note before: “For Ada”/),
    expect.stringMatching(/Note before: \(empty\)Labelled: ice/),
  ]);
  expect(await seriousFindings(container)).toEqual([]);
  for (const text of [/Newsletter/, /Winter/, /Of ice/, /“ice”/, /For Ada/]) {
    const count = () => screen.queryAllByText('Undone').length;
    const before = count();
    await undo(text);
    await vi.waitFor(() => expect(count()).toBe(before + 1));
  }
  expect(await library.bookmarks.get(id)).toMatchObject({ note: 'For Ada', labels: ['ice'] });
  expect(await highlights.get(highlight.id)).toMatchObject({ note: 'Of ice' });
  expect(await library.collections.get(collection.id)).toMatchObject({ labels: 'ice' });
  expect(await rules.sites()).toEqual(['example.org']);
  expect(toasts.showError).not.toHaveBeenCalled();
  bulk.dispose();
});

it('lists the answers in the review of a highlight', async () => {
  const test = await testLibrary();
  const { library, clock } = test;
  const { id } = value(await library.bookmarks.save(page())).bookmark;
  const highlights = library.part(highlightRepository);
  const quote = { exact: 'The harbour', prefix: '', suffix: '' };
  const added = { bookmarkId: id, quote, color: 'red', position: null } as const;
  const highlight = value(await highlights.add(added));
  for (const review of ['2026-12-03/2', 'never/2026-12-03', '2026-12-09/4']) {
    clock.now = (clock.now + 1000) as typeof clock.now;
    value(await highlights.edit(highlight.id, { review }));
  }
  const { bulk } = open(test);
  await undo(/Review before: Never/);
  await vi.waitFor(async () =>
    expect((await highlights.get(highlight.id))?.review).toBe('never/2026-12-03'),
  );
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(
    new Date(2026, 11, 3),
  );
  expect(texts()).toEqual(
    expect.arrayContaining([expect.stringContaining(`Review before: ${day}`)]),
  );
  bulk.dispose();
});

it('leaves a note that was written since, says so, and still lists the change', async () => {
  const test = await testLibrary();
  const { bookmarks } = test.library;
  const { id } = value(await bookmarks.save(page())).bookmark;
  for (const note of ['For Ada', '', 'For Bob']) value(await bookmarks.edit(id, { note }));
  const { toasts, bulk } = open(test);
  await undo('Note before: “For Ada”');
  await vi.waitFor(() => expect(toasts.show.mock.lastCall?.[0]).toBe('There is nothing to do.'));
  expect((await bookmarks.get(id))?.note).toBe('For Bob');
  screen.getByText('Note before: “For Ada”');
  bulk.dispose();
});

it('has one line for the highlights of a page that were changed at once, in which each can be undone', async () => {
  const test = await testLibrary();
  const { library } = test;
  const { id } = value(await library.bookmarks.save(page())).bookmark;
  const highlights = library.part(highlightRepository);
  for (const exact of ['The harbour', 'The ice']) {
    const quote = { exact, prefix: '', suffix: '' };
    const added = { bookmarkId: id, quote, color: 'red', position: null, note: 'Old' } as const;
    const { id: made } = value(await highlights.add(added));
    value(await highlights.edit(made, { note: '' }));
  }
  const { bulk, container } = open(test);
  const line = await screen.findByText('2 highlights');
  expect(container.querySelectorAll('.day-groups > div > ul > li')).toHaveLength(1);
  expect(await seriousFindings(container)).toEqual([]);
  line.click();
  await undo('Highlight “The ice”');
  await screen.findByText('Undone');
  expect(line.closest('details')).toMatchObject({ open: true, isConnected: true });
  expect(await highlights.ofBookmark(id)).toMatchObject([{ note: '' }, { note: 'Old' }]);
  bulk.dispose();
});

it('undoes an import of several batches, and says of which file', async () => {
  const test = await testLibrary();
  const imports = importsOf(test.library);
  const id = await started(imports);
  value(await goOn(imports, id, netscape([link(1), link(2), link(3)]), { batchRows: 1 }));
  open(test);
  await screen.findByText('3 bookmarks');
  await undo('bookmarks.html');
  await vi.waitFor(async () =>
    expect(await imports.get(id)).toMatchObject({ state: 'undone', added: 0 }),
  );
  await vi.waitFor(() => expect(texts()[0]).toMatch(/^Undone.*bookmarks\.html.*3 bookmarks/));
  expect(await test.tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).count()).toBe(0);
});
