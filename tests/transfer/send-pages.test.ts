import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { folderFiles } from '../../src/background/transfer/folder-files';
import type { BookmarkId } from '../../src/domain/bookmark';
import { DAY_MS, unixMs } from '../../src/domain/time';
import type { SendRepository } from '../../src/library';
import { type SendFolder, sendPages } from '../../src/transfer';
import { page, value } from '../library/library';
import { FIRST, withSending, writeTexts } from './sending';

describe('sending highlights on', () => {
  it('writes one file for each page with highlights or a note, as an export names it', async () => {
    const { library, sending, save, mark, turnOn, files, read } = await withSending();
    const leaves = await save('Leaves');
    await save('No words');
    await library.bookmarks.edit(leaves, { addLabels: ['autumn'], note: 'For *Anna*' });
    await mark(leaves, 'Leaves lose their colour', 'Twice?');
    await turnOn();
    expect(files()).toEqual([FIRST]);
    expect(read(FIRST)).toMatch(
      /^---\ntitle: "Leaves"\n[\s\S]*labels:\n {2}- "autumn"\n---\n\n<!-- leafmark:begin [0-9a-f]{16} -->\n\n# \[Leaves\]\(https:\/\/example\.org\/Leaves\)\n\nautumn\n\nFor \\\*Anna\\\*\n\n> Leaves lose their colour\n\nTwice\?\n\n<!-- leafmark:end -->\n$/,
    );
    expect(await sending.job()).toMatchObject({ state: 'finished', written: 1, done: 2, total: 2 });
  });

  it('writes the page of a document', async () => {
    const { highlights, save, mark, turnOn, read } = await withSending();
    const { id } = await mark(await save('Leaves'), 'lose their colour');
    const position = { start: 7, end: 9, textLength: 30, textHash: 'x', page: 12 };
    value(await highlights.edit(id, { position }));
    await turnOn();
    expect(read(FIRST)).toContain('> lose their colour\n>\n> — page 12\n');
  });

  it('updates only the files of changed pages, and keeps what a person wrote around the marks', async () => {
    const { library, sending, save, mark, send, turnOn, path, files, read } = await withSending();
    const [leaves, roots] = [await save('Leaves'), await save('Roots')];
    await mark(leaves, 'one');
    await mark(roots, 'two');
    await turnOn();
    writeFileSync(path(FIRST), `\uFEFFmine\r\n${read(FIRST)}and mine`);
    const rootsFile = files()[1] ?? '';
    utimesSync(path(rootsFile), 1, 1);
    await mark(leaves, 'three');
    await library.bookmarks.edit(leaves, { title: 'Other leaves' });
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
    const { tables, sending, disk, signal, index, save, mark, turnOn } = await withSending();
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
    await index();
    value(await sending.begin(false));
    await sendPages(looked, { open: () => folderFiles(disk.handle), writeTexts }, signal);
    expect(steps.mock.calls).toEqual([[1]]);
    expect(await tables.searchChanges.toArray()).toEqual([{ seq: 0, bookmarkIds: [] }]);
  });

  it('records no changes while it is off', async () => {
    const { tables, sending, index, save, mark, turnOn, files, read } = await withSending();
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    value(await sending.turnOff());
    await mark(leaves, 'two');
    await index();
    expect(await tables.searchChanges.count()).toBe(0);
    expect(await sending.job()).toBe(null);
    expect(read(FIRST)).not.toContain('two');
    await turnOn();
    expect(files()).toEqual([FIRST]);
    expect(read(FIRST)).toContain('two');
  });

  it('loses no change when the search index is built anew', async () => {
    const { tables, sending, save, mark, send, turnOn, read } = await withSending();
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    await mark(leaves, 'two');
    await tables.searchState.clear();
    await send();
    expect(read(FIRST)).toContain('> two');
    expect(await sending.job()).toMatchObject({ total: 1 });
  });

  it('writes no file again when only the article has changed', async () => {
    const { library, save, mark, send, turnOn, path } = await withSending();
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    utimesSync(path(FIRST), 1, 1);
    const article = page({
      url: 'https://example.org/Leaves',
      title: 'Leaves',
      html: '<p>New</p>',
    });
    value(await library.bookmarks.save(article));
    await library.bookmarks.edit(leaves, { isFavourite: true });
    await send();
    expect(statSync(path(FIRST)).mtimeMs).toBe(1000);
  });

  it('says in the file that nothing is left, and never removes it', async () => {
    const { library, highlights, save, mark, send, turnOn, files, read } = await withSending();
    const leaves = await save('Leaves');
    const made = await mark(leaves, 'one');
    await turnOn();
    value(await highlights.delete([made.id]));
    await send();
    expect(read(FIRST)).toContain('no highlights and notes on this page any more');
    await library.bookmarks.trash([leaves]);
    await send();
    expect(files()).toEqual([FIRST]);
  });

  it('forgets the name of a page that is deleted for good, also while it is off, and leaves its file', async () => {
    const { library, tables, sending, save, mark, turnOn, files } = await withSending();
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    value(await sending.turnOff());
    await library.bookmarks.trash([leaves]);
    expect(await tables.sentPages.count()).toBe(1);
    await library.bookmarks.purge([leaves]);
    expect(await tables.sentPages.count()).toBe(0);
    expect(files()).toEqual([FIRST]);
  });

  it('gives pages of one title different names, also where the system ignores case', async () => {
    const { save, mark, turnOn, files } = await withSending();
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
    const { save, mark, send, turnOn, path, files, read, reported } = await withSending();
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

  it('knows its file again by the marks after the library was made anew', async () => {
    const { tables, sending, save, mark, send, turnOn, path, files, read } = await withSending();
    await mark(await save('Leaves'), 'one');
    await turnOn();
    writeFileSync(path(FIRST), `mine\n${read(FIRST)}`);
    await tables.sentPages.clear();
    value(await sending.start(null));
    await mark('b000001' as BookmarkId, 'two');
    await send();
    expect(files()).toEqual([FIRST]);
    expect(read(FIRST)).toMatch(/^mine\n[\s\S]*> two/);
  });

  it('writes all again into another folder', async () => {
    const { save, mark, turnOn, path, files } = await withSending();
    await mark(await save('Leaves'), 'one');
    await turnOn();
    rmSync(path(FIRST));
    await turnOn();
    expect(files()).toEqual([FIRST]);
  });

  it('waits for a day where a person wants that', async () => {
    const { clock, sending, save, mark, send, turnOn, read } = await withSending();
    const leaves = await save('Leaves');
    await mark(leaves, 'one');
    await turnOn();
    value(await sending.setWhen('day'));
    await mark(leaves, 'two');
    await send();
    expect(read(FIRST)).not.toContain('two');
    clock.now = unixMs(clock.now + DAY_MS);
    await send();
    expect(read(FIRST)).toContain('two');
  });

  it('writes the file of an earlier run anew where no file can be read', async () => {
    const { sending, save, mark, send } = await withSending();
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
});
