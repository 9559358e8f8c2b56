import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { err } from '../../src/domain/result';
import { DAY_MS, unixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import { openBundle } from '../../src/formats';
import {
  cleanUpRepository,
  duplicateRepository,
  highlightRepository,
  type ImportJob,
  type ImportRepository,
  importRepository,
} from '../../src/library';
import { runRestore } from '../../src/transfer';
import {
  address,
  capture,
  page,
  putOnServer,
  queuedIntents,
  type TestLibrary,
  testLibrary,
  value,
} from '../library/library';
import { exportedBundle, restoredBundle } from './bundles';
import { add, full, HTML, notes, onlyRow, URL_1 } from './full-page';
import { contentOf } from './import-jobs';

let from: Awaited<ReturnType<typeof full>>;
let to: TestLibrary;
let file: Blob;
beforeEach(async () => {
  from = await full();
  to = await testLibrary();
  file = (await exportedBundle(from)).file;
});
const restored = async () => value(await restoredBundle(file, to));

/** Restores the file once more, and expects that nothing changes. */
async function expectNothingMore(): Promise<void> {
  const before = await contentOf(to);
  to.clock.now = unixMs(to.clock.now + DAY_MS);
  expect(await restored()).toMatchObject({ added: 0, joined: 0, others: 0 });
  expect(await contentOf(to)).toEqual(before);
}

describe('a page that the library shows', () => {
  it('keeps what was changed since the bundle of the same save was made', async () => {
    value(await to.library.bookmarks.save(address({ url: URL_1, title: 'Mine' })));
    value(await to.library.bookmarks.edit((await onlyRow(to)).id, { title: 'Changed since' }));
    expect(await restored()).toMatchObject({ joined: 1 });
    const kept = { title: 'Changed since', isFavourite: false, isArchived: false };
    expect(await onlyRow(to)).toMatchObject({ ...kept, note: 'my note' });
  });

  it('gets everything that it lacks, which is sent, and nothing more the second time', async () => {
    to.clock.now = unixMs(to.clock.now + DAY_MS);
    value(await to.library.bookmarks.save(address({ url: URL_1, title: 'Tab' })));
    await putOnServer(to.tables);
    expect(await restored()).toMatchObject({ added: 0, joined: 1, skipped: 0 });
    expect(await onlyRow(to)).toMatchObject({
      title: 'Tab',
      content: { kind: 'article' },
      note: 'my note',
      labels: ['my label'],
      isFavourite: true,
      isArchived: true,
      readProgress: 60,
      readAnchor: 'p',
    });
    expect(await notes(to)).toEqual(['why?']);
    expect((await to.tables.assets.toArray()).map(({ hash }) => hash)).toEqual(
      (await from.tables.assets.toArray()).map(({ hash }) => hash),
    );
    expect((await queuedIntents(to.tables)).map(({ intent }) => intent.kind)).toEqual([
      'content',
      'patch',
    ]);
    expect(
      (await to.tables.outbox.toArray()).filter(({ kind }) => kind === 'highlight'),
    ).toHaveLength(1);
    await expectNothingMore();
  });

  it('keeps its better article, and finds the highlights in it', async () => {
    const html = `<p>The harbour froze in January. ${'Much more was written. '.repeat(50)}</p>`;
    value(await to.library.bookmarks.save(page({ url: URL_1, title: 'Longer', html })));
    const before = await to.tables.articles.toArray();
    expect(await restored()).toMatchObject({ joined: 1 });
    expect(await to.tables.articles.toArray()).toEqual(before);
    const [highlight] = await to.tables.highlights.toArray();
    expect(highlight).toMatchObject({ doubt: 'unanchored', position: null });
    await expectNothingMore();
  });

  it('keeps an article that it had before as an earlier one', async () => {
    value(await to.library.bookmarks.save(page({ url: URL_1, html: '<p>A teaser.</p>' })));
    const html = `<p>${'The harbour froze in January. '.repeat(50)}</p>`;
    from.clock.now = unixMs(from.clock.now + DAY_MS);
    value(await from.library.bookmarks.recapture(from.id, capture({ url: URL_1, html })));
    file = (await exportedBundle(from)).file;
    expect(await restored()).toMatchObject({ joined: 1 });
    expect((await to.tables.articles.toArray()).map(({ body }) => body)).toEqual([html]);
    expect((await to.tables.revisions.toArray()).map(({ body }) => body)).toEqual([
      '<p>A teaser.</p>',
    ]);
    await expectNothingMore();
  });

  it('leaves an article to the server that has it, and takes a longer one', async () => {
    const { id } = value(await to.library.bookmarks.save(address({ url: URL_1 }))).bookmark;
    const content = { kind: 'address', reason: 'on-server' } as const;
    await to.tables.bookmarks.update(id, { content, wordCount: 5 });
    expect(await restored()).toMatchObject({ joined: 1 });
    expect(await onlyRow(to)).toMatchObject({ content, wordCount: 5 });
    expect(await notes(to)).toEqual(['why?']);
    await expectNothingMore();
    await to.tables.bookmarks.update(id, { wordCount: 1 });
    await restored();
    expect(await onlyRow(to)).toMatchObject({ content: { kind: 'article' }, wordCount: 5 });
  });

  it('keeps one highlight of the same words with both notes, and another place of them', async () => {
    const { id } = value(
      await to.library.bookmarks.save(page({ url: URL_1, html: HTML })),
    ).bookmark;
    value(await add(to, id, 'here'));
    value(await add(from, from.id, 'elsewhere', 'harbour', ' opened'));
    file = (await exportedBundle(from)).file;
    await restored();
    expect(await notes(to)).toEqual(['elsewhere', 'here\n\nwhy?']);
    await expectNothingMore();
  });

  it.each([
    ['2026-12-03/2', '2026-12-05/4', '2026-12-05/4'],
    ['never/2026-12-01', '2026-12-05/4', 'never/2026-12-01'],
    ['2026-12-05/4', '', '2026-12-05/4'],
  ])('keeps the answer in the review that holds: of %j and %j, %j', async (here, there, held) => {
    const { id } = value(
      await to.library.bookmarks.save(page({ url: URL_1, html: HTML })),
    ).bookmark;
    const own = value(await add(to, id, 'here'));
    value(await to.library.part(highlightRepository).edit(own.id, { review: here }));
    await from.tables.highlights.toCollection().modify({ review: there });
    file = (await exportedBundle(from)).file;
    await restored();
    expect(await to.tables.highlights.toArray()).toMatchObject([{ review: held }]);
    await expectNothingMore();
  });

  it('gets a highlight back that was deleted here', async () => {
    to = from;
    const [highlight] = await to.tables.highlights.toArray();
    value(await to.library.part(highlightRepository).delete([highlight!.id]));
    expect(await restored()).toMatchObject({ joined: 1 });
    expect(await to.tables.highlights.toArray()).toEqual([{ ...highlight, position: null }]);
    expect(await to.tables.deletedHighlights.count()).toBe(0);
    await expectNothingMore();
  });

  it('gets what all pages of its address in the bundle have', async () => {
    value(await to.library.bookmarks.save(address({ url: URL_1 })));
    const row = await onlyRow(from);
    const second = { ...row, id: 'second' as BookmarkId, labels: ['other'], note: 'other note' };
    const { number, inLabels, ...plain } = second;
    await from.tables.bookmarks.add({ ...plain, number: 99 });
    file = (await exportedBundle(from)).file;
    expect(await restored()).toMatchObject({ joined: 2 });
    expect(await onlyRow(to)).toMatchObject({
      labels: ['my label', 'other'],
      note: 'my note\n\nother note',
    });
    await expectNothingMore();
  });

  it('gets nothing from a page in the trash of the bundle', async () => {
    value(await from.library.bookmarks.trash([from.id]));
    file = (await exportedBundle(from)).file;
    value(await to.library.bookmarks.save(address({ url: URL_1 })));
    expect(await restored()).toMatchObject({ joined: 0, skipped: 1 });
    expect((await onlyRow(to)).labels).toEqual([]);
  });

  it('comes back from the trash with what it lacks', async () => {
    to = from;
    value(await to.library.bookmarks.edit(from.id, { removeLabels: ['my label'] }));
    value(await to.library.bookmarks.trash([from.id]));
    expect(await restored()).toMatchObject({ added: 1, joined: 0 });
    expect(await onlyRow(to)).toMatchObject({ trashedAt: null, labels: ['my label'] });
    await expectNothingMore();
  });
});

it('leaves the deletion of a highlight that waits at the page into which its own was joined', async () => {
  to = from;
  const { library, tables, id } = from;
  const other = page({ url: 'https://www.example.org/1', html: HTML });
  const keep = value(await library.bookmarks.save(other)).bookmark.id;
  value(await library.part(duplicateRepository).join([{ keep, others: [id] }]));
  const [highlight] = await tables.highlights.toArray();
  // The server may have it.
  await tables.highlightShadows.update(highlight!.id, { creates: 1 });
  value(await library.part(highlightRepository).delete([highlight!.id]));
  value(await library.bookmarks.purge([id]));
  expect(await restored()).toMatchObject({ added: 1 });
  expect(await notes(to)).toEqual(['why?']);
  expect(await tables.highlightShadows.get(highlight!.id)).toMatchObject({
    bookmarkId: keep,
    isDeleted: true,
  });
});

describe('a restore that was interrupted', () => {
  const SETTINGS = { toolbarClick: 'open' };
  const RULES = {
    trashDays: 365,
    revisionDays: 90,
    archiveDays: null,
    readDays: null,
    imageDays: null,
  };
  const cut = async () => err({ kind: 'unavailable', detail: 'closed' } as const);
  const rulesOf = async () => (await to.tables.meta.get('retention'))?.rules;

  beforeEach(async () => {
    await from.tables.meta.put({ key: 'retention', rules: RULES as never });
    value(await from.library.collections.create({ name: 'Later', search: 'a', localSearch: '' }));
    file = (await exportedBundle(from, { settings: SETTINGS })).file;
  });

  /** Goes on with the restore that was interrupted. */
  async function goOn(): Promise<ImportJob> {
    const imports = to.library.part(importRepository);
    const job = await imports.next();
    value(await runRestore(job!, value(await openBundle(file)), imports));
    return (await imports.get(job!.id))!;
  }

  it.each([
    ['after its pages', { restoreExtras: cut }],
    ['before its pages', { restore: cut }],
  ])('brings settings, rules and collections when it goes on: %s', async (_, change) => {
    await restoredBundle(file, to, change);
    expect(await goOn()).toMatchObject({ state: 'finished', bundle: { settings: SETTINGS } });
    expect(await rulesOf()).toEqual(RULES);
    expect(await to.tables.collections.count()).toBe(1);
    expect(await restored()).toMatchObject({ settings: null, problems: [] });
  });

  it('brings each page once, wherever it was', async () => {
    const { library } = from;
    for (let at = 0; at < 250; at += 1)
      value(await library.bookmarks.save(address({ url: `https://example.org/a${at}` })));
    file = (await exportedBundle(from)).file;
    let left = 2;
    const { restore } = to.library.part(importRepository);
    const twice: ImportRepository['restore'] = async (...part) => {
      left -= 1;
      return left < 0 ? cut() : restore(...part);
    };
    await restoredBundle(file, to, { restore: twice });
    const { added, total, done } = await goOn();
    expect(await to.tables.bookmarks.count()).toBe(await from.tables.bookmarks.count());
    expect([added, done]).toEqual([await from.tables.bookmarks.count(), total]);
  });

  it('brings no settings into a library that had pages', async () => {
    value(await to.library.bookmarks.save(address({ url: 'https://example.org/own' })));
    expect(await restored()).toMatchObject({ settings: null });
    expect(await rulesOf()).toBe(undefined);
  });
});

describe('a page of a file', () => {
  it('is restored, and can be opened', async () => {
    const url = 'file:///home/me/paper.html';
    value(await from.library.bookmarks.save(page({ url, title: 'Paper', html: '<p>Text</p>' })));
    file = (await exportedBundle(from)).file;
    expect(await restored()).toMatchObject({ added: 2, leftOut: [] });
    expect(await to.library.bookmarks.findByUrlKey(urlKey(url)!)).toMatchObject({
      url,
      serverId: null,
    });
  });
});

describe('the page of an article', () => {
  it('is known to Clean up after a restore, with the parts that were removed', async () => {
    const structure = {
      nodes: [{ parent: -1, tag: 'p', names: [{ in: 'class', value: 'note' } as const] }],
      blocks: [{ node: 0, key: 12, letters: 3 }],
      removed: [
        {
          node: 0,
          html: '<p>An aside</p>',
          letters: 7,
          by: 'person',
          rule: null,
          after: 12,
        } as const,
      ],
    };
    const url = 'https://example.org/2';
    const taken = { ...capture({ url, html: '<p>Text</p>' }), structure };
    const saved = { kind: 'captured', capture: taken } as const;
    const { id } = value(await from.library.bookmarks.save(saved)).bookmark;
    file = (await exportedBundle(from)).file;
    await restored();
    expect(await to.library.part(cleanUpRepository).structure(id)).toEqual(structure);
    expect(await to.tables.bookmarks.get(id)).toMatchObject({ hasPageValues: true });
  });
});

describe('a collection of a bundle', () => {
  const create = ({ library }: TestLibrary, fields: object) =>
    library.collections.create({ name: 'Later', search: 'lamp', localSearch: '', ...fields });
  const collections = async () =>
    (await to.tables.collections.toArray())
      .filter(({ deletedAt }) => deletedAt === null)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, search, localSearch }) => [name, search, localSearch]);
  const exported = async () => {
    file = (await exportedBundle(from)).file;
  };

  it('with the name and the filters of another one is that one', async () => {
    value(await create(from, {}));
    await exported();
    value(await create(to, { isPinned: true }));
    expect(await restored()).toMatchObject({ renamed: [] });
    expect(await collections()).toEqual([['Later', 'lamp', '']]);
  });

  it('gives that one the conditions that no server has', async () => {
    value(await create(from, { localSearch: 'is:offline' }));
    await exported();
    value(await create(to, {}));
    await restored();
    expect(await collections()).toEqual([['Later', 'lamp', 'is:offline']]);
  });

  it('with the name of another one and other filters gets a new name, which the report has', async () => {
    value(await create(from, {}));
    await exported();
    value(await create(to, { search: 'shade' }));
    value(await create(to, { name: 'Later (2)', search: 'light' }));
    expect(await restored()).toMatchObject({ renamed: ['Later → Later (3)'] });
    const all = [
      ['Later', 'shade', ''],
      ['Later (2)', 'light', ''],
      ['Later (3)', 'lamp', ''],
    ];
    expect(await collections()).toEqual(all);
    expect(await restored()).toMatchObject({ renamed: [] });
    expect(await collections()).toEqual(all);
  });

  it('that is here already stays as it is', async () => {
    value(await create(from, {}));
    await exported();
    to = from;
    const [own] = await to.tables.collections.toArray();
    value(await to.library.collections.edit(own!.id, { name: 'Renamed' }));
    expect(await restored()).toMatchObject({ renamed: [] });
    expect(await collections()).toEqual([['Renamed', 'lamp', '']]);
  });

  it('that was deleted here comes back, under a new name if its own is taken', async () => {
    value(await create(from, {}));
    await exported();
    to = from;
    const [own] = await to.tables.collections.toArray();
    value(await to.library.collections.delete(own!.id));
    value(await create(to, { search: 'shade' }));
    expect(await restored()).toMatchObject({ renamed: ['Later → Later (2)'] });
    expect(await collections()).toEqual([
      ['Later', 'shade', ''],
      ['Later (2)', 'lamp', ''],
    ]);
  });
});
