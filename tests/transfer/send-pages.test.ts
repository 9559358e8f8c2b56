import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { folderFiles } from '../../src/background/transfer/folder-files';
import type { BookmarkId } from '../../src/domain/bookmark';
import { DAY_MS, unixMs } from '../../src/domain/time';
import { withMarks } from '../../src/formats';
import {
  type HighlightRepository,
  highlightRepository,
  type SendRepository,
  searchIndexer,
  sendRepository,
} from '../../src/library';
import { type SendFolder, sendPages } from '../../src/transfer';
import { page, type TestLibrary, testLibrary, value } from '../library/library';
import { type DiskFolder, diskFolder } from '../support/disk-folder';
import { temporaryFolder } from '../support/temporary-folder';

let test: TestLibrary;
let highlights: HighlightRepository;
let sending: SendRepository;
let disk: DiskFolder;
let signal: AbortSignal;
beforeEach(async () => {
  test = await testLibrary();
  highlights = test.library.part(highlightRepository);
  sending = test.library.part(sendRepository);
  disk = diskFolder(join(temporaryFolder('send'), 'notes'));
  signal = new AbortController().signal;
});

const save = async (title: string, url = `https://example.org/${title}`): Promise<BookmarkId> =>
  value(await test.library.bookmarks.save(page({ url, title }))).bookmark.id;

const mark = async (bookmarkId: BookmarkId, exact: string, note = '') =>
  value(
    await highlights.add({
      bookmarkId,
      quote: { exact, prefix: '', suffix: '' },
      color: 'yellow',
      position: null,
      note,
    }),
  );

/** Brings the search index up to date, and does what is due. */
async function send(folder: SendFolder = folderFiles(disk.handle)): Promise<void> {
  value(await test.library.part(searchIndexer).run(signal));
  value(await sending.begin(false));
  await sendPages(sending, () => folder, signal);
}

async function turnOn(): Promise<void> {
  value(await test.library.part(searchIndexer).run(signal));
  value(await sending.start(null));
  await send();
}

const files = () => readdirSync(disk.path).toSorted();
const path = (name: string) => join(disk.path, name);
const read = (name: string) => readFileSync(path(name), 'utf8');
const reported = async () => {
  const rows = await test.tables.sentPages.toArray();
  return rows.flatMap(({ name, problem }) => (problem ? [[name, problem]] : []));
};
const FIRST = 'leaves-2023-11-14.md';

describe('sending highlights on', () => {
  it('writes one file for each page with highlights or a note, as an export names it', async () => {
    const leaves = await save('Leaves');
    await save('No words');
    await test.library.bookmarks.edit(leaves, { addLabels: ['autumn'], note: 'For *Anna*' });
    await mark(leaves, 'Leaves lose their colour', 'Twice?');
    await turnOn();
    expect(files()).toEqual([FIRST]);
    expect(read(FIRST)).toMatch(
      /^---\ntitle: "Leaves"\n[\s\S]*labels:\n {2}- "autumn"\n---\n\n<!-- leafmark:begin [0-9a-f]{16} -->\n\n# \[Leaves\]\(https:\/\/example\.org\/Leaves\)\n\nautumn\n\nFor \\\*Anna\\\*\n\n> Leaves lose their colour\n\nTwice\?\n\n<!-- leafmark:end -->\n$/,
    );
    expect(await sending.job()).toMatchObject({ state: 'finished', written: 1, done: 2, total: 2 });
  });

  it('updates only the files of changed pages, and keeps what a person wrote around the marks', async () => {
    const [leaves, roots] = [await save('Leaves'), await save('Roots')];
    await mark(leaves, 'one');
    await mark(roots, 'two');
    await turnOn();
    writeFileSync(path(FIRST), `\uFEFFmine\r\n${read(FIRST)}and mine`);
    const rootsFile = files()[1] ?? '';
    utimesSync(path(rootsFile), 1, 1);
    await mark(leaves, 'three');
    await test.library.bookmarks.edit(leaves, { title: 'Other leaves' });
    await send();
    expect(files()).toEqual([FIRST, rootsFile]);
    expect(statSync(path(rootsFile)).mtimeMs).toBe(1000);
    const text = read(FIRST);
    expect([text.startsWith('\uFEFFmine\r\n---\n'), text.endsWith('-->\nand mine')]).toEqual([
      true,
      true,
    ]);
    expect(text).toContain('# [Other leaves]');
    expect(text).toContain('> three');
    expect(await sending.job()).toMatchObject({ written: 1, total: 1 });
  });

  it('reads only the pages that have changed', async () => {
    for (const title of ['a', 'b', 'c']) await mark(await save(title), title);
    await turnOn();
    const steps = vi.fn();
    const looked: SendRepository = {
      ...sending,
      async next() {
        const step = await sending.next();
        if (step) steps(step.ids.length);
        return step;
      },
    };
    await mark('b000001' as BookmarkId, 'more');
    value(await test.library.part(searchIndexer).run(signal));
    value(await sending.begin(false));
    await sendPages(looked, () => folderFiles(disk.handle), signal);
    expect(steps.mock.calls).toEqual([[1]]);
    expect(await test.tables.searchChanges.toArray()).toEqual([{ seq: 0, bookmarkIds: [] }]);
  });

  it('records no changes while it is off', async () => {
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    value(await sending.turnOff());
    await mark(leaves, 'two');
    value(await test.library.part(searchIndexer).run(signal));
    expect(await test.tables.searchChanges.count()).toBe(0);
    expect(await sending.job()).toBe(null);
    expect(read(FIRST)).not.toContain('two');
    await turnOn();
    expect(files()).toEqual([FIRST]);
    expect(read(FIRST)).toContain('two');
  });

  it('loses no change when the search index is built anew', async () => {
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    await mark(leaves, 'two');
    await test.tables.searchState.clear();
    await send();
    expect(read(FIRST)).toContain('> two');
    expect(await sending.job()).toMatchObject({ total: 1 });
  });

  it('writes no file again when only the article has changed', async () => {
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    utimesSync(path(FIRST), 1, 1);
    const article = page({
      url: 'https://example.org/Leaves',
      title: 'Leaves',
      html: '<p>New</p>',
    });
    value(await test.library.bookmarks.save(article));
    await test.library.bookmarks.edit(leaves, { isFavourite: true });
    await send();
    expect(statSync(path(FIRST)).mtimeMs).toBe(1000);
  });

  it('says in the file that nothing is left, and never removes it', async () => {
    const leaves = await save('Leaves');
    const made = await mark(leaves, 'one');
    await turnOn();
    value(await highlights.delete([made.id]));
    await send();
    expect(read(FIRST)).toContain('no highlights and notes on this page any more');
    await test.library.bookmarks.trash([leaves]);
    await send();
    expect(files()).toEqual([FIRST]);
  });

  it('gives pages of one title different names, also where the system ignores case', async () => {
    for (const path of ['1', '2', '3']) {
      const title = path === '2' ? 'LEAVES' : 'Leaves';
      await mark(await save(title, `https://example.org/${path}`), path);
    }
    await turnOn();
    expect(files()).toEqual([
      'leaves-2023-11-14-2.md',
      'leaves-2023-11-14-3.md',
      'leaves-2023-11-14.md',
    ]);
  });

  it('gives no page the name of another one whose file a person has removed', async () => {
    const leaves = await save('Leaves', 'https://example.org/1');
    await mark(leaves, 'one');
    await turnOn();
    rmSync(path(FIRST));
    await mark(await save('Leaves', 'https://example.org/2'), 'two');
    await send();
    expect(files()).toEqual(['leaves-2023-11-14-2.md']);
    await mark(leaves, 'three');
    await send();
    expect(read(FIRST)).toContain('> three');
    expect(await reported()).toEqual([]);
  });

  it('never writes into a file of a person, of another page, or a folder', async () => {
    writeFileSync(path(FIRST), 'my own notes');
    writeFileSync(
      path('leaves-2023-11-14-2.md'),
      withMarks({ key: '0'.repeat(16), markdown: 'other\n' }),
    );
    mkdirSync(path('leaves-2023-11-14-3.md'));
    writeFileSync(path('leaves-2023-11-14-4.md'), Buffer.from([0xff, 0xfe, 0x41]));
    await mark(await save('Leaves'), 'one');
    await turnOn();
    expect(read(FIRST)).toBe('my own notes');
    expect(read('leaves-2023-11-14-5.md')).toContain('> one');
    expect(await reported()).toEqual([]);
  });

  it('knows its file again by the marks after the library was made anew', async () => {
    await mark(await save('Leaves'), 'one');
    await turnOn();
    writeFileSync(path(FIRST), `mine\n${read(FIRST)}`);
    await test.tables.sentPages.clear();
    value(await sending.start(null));
    await mark('b000001' as BookmarkId, 'two');
    await send();
    expect(files()).toEqual([FIRST]);
    expect(read(FIRST)).toMatch(/^mine\n[\s\S]*> two/);
  });

  it('begins another file where the marks are not in order, and says so', async () => {
    await mark(await save('Leaves'), 'one');
    await turnOn();
    const doubled = `${read(FIRST)}${read(FIRST)}`;
    writeFileSync(path(FIRST), doubled);
    await mark('b000001' as BookmarkId, 'two');
    await send();
    expect(read(FIRST)).toBe(doubled);
    expect(read('leaves-2023-11-14-2.md')).toContain('> two');
    expect(await reported()).toEqual([['leaves-2023-11-14-2.md', 'moved']]);
    await mark('b000001' as BookmarkId, 'three');
    await send();
    expect(files()).toHaveLength(2);
    expect(await reported()).toEqual([]);
  });

  it('appends its part where a person has removed the marks, and says so', async () => {
    await mark(await save('Leaves'), 'one');
    await turnOn();
    writeFileSync(path(FIRST), 'all mine');
    await mark('b000001' as BookmarkId, 'two');
    await send();
    expect(read(FIRST)).toMatch(
      /^all mine\n\n<!-- leafmark:begin [\s\S]*> two[\s\S]*<!-- leafmark:end -->\n$/,
    );
    expect(await reported()).toEqual([[FIRST, 'appended']]);
  });

  it.each([
    ['too large', Buffer.alloc(10_000_001, 'a'), 'too-large'],
    ['no UTF-8', Buffer.from([0xe9, 0x0a]), 'not-text'],
  ])('leaves a file alone that is %s, and does the others', async (_, bytes, problem) => {
    const [leaves, roots] = [await save('Leaves'), await save('Roots')];
    await mark(leaves, 'one');
    await mark(roots, 'two');
    await turnOn();
    const kept = read(FIRST);
    writeFileSync(path(FIRST), bytes);
    await mark(leaves, 'more');
    await mark(roots, 'more');
    await send();
    expect(readFileSync(path(FIRST)).equals(bytes)).toBe(true);
    expect(read('roots-2023-11-14.md')).toContain('more');
    expect(await reported()).toEqual([[FIRST, problem]]);
    writeFileSync(path(FIRST), kept);
    value(await sending.begin(true));
    await send();
    expect(read(FIRST)).toContain('more');
    expect(await reported()).toEqual([]);
  });

  it('does not overwrite what a person stores at the same moment', async () => {
    await mark(await save('Leaves'), 'one');
    await turnOn();
    let count = 0;
    disk.beforeClose = (name) => {
      count += 1;
      if (count > 1) return;
      writeFileSync(path(name), `typed now\n${read(name)}`);
    };
    await mark('b000001' as BookmarkId, 'two');
    await send();
    expect(read(FIRST)).toMatch(/^typed now\n[\s\S]*> two/);
    // One who never stops is tried again later.
    disk.beforeClose = (name) => writeFileSync(path(name), `${read(name)}.`);
    await mark('b000001' as BookmarkId, 'three');
    await send();
    expect(await reported()).toEqual([[FIRST, 'not-written']]);
    expect(read(FIRST)).toMatch(/\.\.\.$/);
    expect(files()).toEqual([FIRST]);
  });

  it.each([
    ['the browser wants to ask', () => (disk.permission = 'prompt'), 'not-allowed'],
    ['the folder is gone', () => renameSync(disk.path, `${disk.path}-away`), 'gone'],
    [
      'the disk is full',
      () => (disk.writeError = new DOMException('', 'QuotaExceededError')),
      'full',
    ],
  ])('waits where %s, and loses nothing', async (_, breakFolder, problem) => {
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    breakFolder();
    await mark(leaves, 'two');
    await send();
    expect(await sending.job()).toMatchObject({ state: 'paused', problem });
    await send();
    expect(await sending.job()).toMatchObject({ state: 'paused', problem });
    disk.permission = 'granted';
    disk.writeError = null;
    if (problem === 'gone') renameSync(`${disk.path}-away`, disk.path);
    // The next day tries by itself.
    test.clock.now = unixMs(test.clock.now + DAY_MS);
    await send();
    expect(await sending.job()).toMatchObject({ state: 'finished', problem: null });
    expect(read(FIRST)).toContain('> two');
  });

  it('reports another fault of a file, and does the others', async () => {
    await mark(await save('Leaves'), 'one');
    disk.writeError = new DOMException('', 'NoModificationAllowedError');
    await turnOn();
    expect(await reported()).toEqual([[undefined, 'not-written']]);
    disk.writeError = null;
    value(await sending.begin(true));
    await send();
    expect(read(FIRST)).toContain('> one');
    expect(await reported()).toEqual([]);
  });

  it('goes on after a stop in the middle, without another file', async () => {
    for (let number = 0; number < 60; number += 1) await mark(await save(`t${number}`), 'one');
    value(await sending.start(null));
    value(await test.library.part(searchIndexer).run(signal));
    const stop = new AbortController();
    let count = 0;
    disk.beforeClose = () => {
      count += 1;
      if (count === 30) stop.abort();
    };
    await sendPages(sending, () => folderFiles(disk.handle), stop.signal);
    const job = await sending.job();
    expect([job?.state, job?.written]).toEqual(['running', 30]);
    // The rows of the last files were not stored before the kill.
    await test.tables.sentPages.bulkDelete(['b000026', 'b000027'] as BookmarkId[]);
    if (job) await test.tables.jobs.put({ ...job, walkedTo: 'b000025' as BookmarkId });
    await send();
    expect(files()).toHaveLength(60);
    expect(await sending.job()).toMatchObject({ state: 'finished', walkedTo: null });
  });

  it('writes all again into another folder', async () => {
    await mark(await save('Leaves'), 'one');
    await turnOn();
    rmSync(path(FIRST));
    await turnOn();
    expect(files()).toEqual([FIRST]);
  });

  it('waits for a day where a person wants that', async () => {
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    value(await sending.setWhen('day'));
    await mark(leaves, 'two');
    await send();
    expect(read(FIRST)).not.toContain('two');
    test.clock.now = unixMs(test.clock.now + DAY_MS);
    await send();
    expect(read(FIRST)).toContain('two');
  });

  it('writes the file of an earlier run anew where no file can be read', async () => {
    const written: [string, unknown][] = [];
    const blind: SendFolder = {
      isBlind: true,
      problem: async () => null,
      read: async () => ({ kind: 'none' }),
      async write(name, _, version) {
        written.push([name, version]);
        return { kind: 'written', name: version === null ? 'leaves(1).md' : name };
      },
    };
    await mark(await save('Leaves'), 'one');
    value(await sending.start(null));
    await send(blind);
    await mark('b000001' as BookmarkId, 'two');
    await send(blind);
    expect(written).toEqual([
      [FIRST, null],
      ['leaves(1).md', 'leaves(1).md'],
    ]);
  });

  it('keeps a page from ending its part or breaking the front matter', async () => {
    const evil = '<!-- leafmark:end --> <!-- leafmark:begin 0123456789abcdef -->';
    const id = await save(evil, 'https://example.org/evil');
    await test.library.bookmarks.edit(id, { addLabels: [evil], note: evil });
    await mark(id, evil, evil);
    await turnOn();
    await mark(id, 'more');
    await send();
    expect(files()).toHaveLength(1);
    const [file = ''] = files();
    expect(read(file)).toContain('> more');
    expect(read(file).match(/<!-- leafmark:(begin [0-9a-f]{16}|end) -->/g)).toHaveLength(2);
  });
});
