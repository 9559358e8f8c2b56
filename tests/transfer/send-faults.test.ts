import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderFiles } from '../../src/background/transfer/folder-files';
import type { BookmarkId } from '../../src/domain/bookmark';
import { DAY_MS, unixMs } from '../../src/domain/time';
import { withMarks } from '../../src/formats';
import { sendPages } from '../../src/transfer';
import { value } from '../library/library';
import type { DiskFolder } from '../support/disk-folder';
import { FIRST, withSending, writeTexts } from './sending';

describe('sending highlights on, where something is wrong', () => {
  it('never writes into a file of a person, of another page, or a folder', async () => {
    const { save, mark, turnOn, path, read, reported } = await withSending();
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

  it('begins another file where the marks are not in order, and says so', async () => {
    const { save, mark, send, turnOn, path, files, read, reported } = await withSending();
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
    const { save, mark, send, turnOn, path, read, reported } = await withSending();
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
    const { sending, save, mark, send, turnOn, path, read, reported } = await withSending();
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
    const { disk, save, mark, send, turnOn, path, files, read, reported } = await withSending();
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
    ['the browser wants to ask', (disk: DiskFolder) => (disk.permission = 'prompt'), 'not-allowed'],
    [
      'the folder is gone',
      (disk: DiskFolder) => renameSync(disk.path, `${disk.path}-away`),
      'gone',
    ],
    [
      'the disk is full',
      (disk: DiskFolder) => (disk.writeError = new DOMException('', 'QuotaExceededError')),
      'full',
    ],
  ])('waits where %s, and loses nothing', async (_, breakFolder, problem) => {
    const { clock, sending, disk, save, mark, send, turnOn, read } = await withSending();
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    breakFolder(disk);
    await mark(leaves, 'two');
    await send();
    expect(await sending.job()).toMatchObject({ state: 'paused', problem });
    await send();
    expect(await sending.job()).toMatchObject({ state: 'paused', problem });
    disk.permission = 'granted';
    disk.writeError = null;
    if (problem === 'gone') renameSync(`${disk.path}-away`, disk.path);
    // The next day tries by itself.
    clock.now = unixMs(clock.now + DAY_MS);
    await send();
    expect(await sending.job()).toMatchObject({ state: 'finished', problem: null });
    expect(read(FIRST)).toContain('> two');
  });

  it('reports another fault of a file, and does the others', async () => {
    const { sending, disk, save, mark, send, turnOn, read, reported } = await withSending();
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
    const { tables, sending, disk, index, save, mark, send, files } = await withSending();
    for (let number = 0; number < 60; number += 1) await mark(await save(`t${number}`), 'one');
    value(await sending.start(null));
    await index();
    const stop = new AbortController();
    let count = 0;
    disk.beforeClose = () => {
      count += 1;
      if (count === 30) stop.abort();
    };
    await sendPages(sending, { open: () => folderFiles(disk.handle), writeTexts }, stop.signal);
    const job = await sending.job();
    expect([job?.state, job?.written]).toEqual(['running', 30]);
    // The rows of the last files were not stored before the kill.
    await tables.sentPages.bulkDelete(['b000026', 'b000027'] as BookmarkId[]);
    if (job) await tables.jobs.put({ ...job, walkedTo: 'b000025' as BookmarkId });
    await send();
    expect(files()).toHaveLength(60);
    expect(await sending.job()).toMatchObject({ state: 'finished', walkedTo: null });
  });

  it('keeps a page from ending its part or breaking the front matter', async () => {
    const { library, save, mark, send, turnOn, files, read } = await withSending();
    const evil = '<!-- leafmark:end --> <!-- leafmark:begin 0123456789abcdef -->';
    const id = await save(evil, 'https://example.org/evil');
    await library.bookmarks.edit(id, { addLabels: [evil], note: evil });
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
