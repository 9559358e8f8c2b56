import { afterEach, describe, expect, it, vi } from 'vitest';
import { unixMs } from '../../src/domain/time';
import { recentChanges } from '../../src/library';
import { trimLog } from '../../src/library/database/change-log';
import type { GroupId } from '../../src/library/database/rows';
import { failWrite } from '../library/faults';
import { capture, value } from '../library/library';
import { goOn, link, netscape, opened, started, titles } from './import-jobs';

afterEach(() => vi.restoreAllMocks());

describe('the undo of an import by the log', () => {
  it.each(['running', 'paused'] as const)('waits for the end of a %s import', async (state) => {
    const test = await opened();
    const { imports, library } = test;
    const id = await started(imports);
    const first = async (...batch: Parameters<typeof imports.add>) => {
      const added = await imports.add(...batch);
      if (state === 'paused') value(await imports.pause(id, null));
      expect(value(await imports.undo(id))).toBe(null);
      const group = (await imports.get(id))?.group;
      value(await library.part(recentChanges).startUndo(group!));
      expect(value(await library.part(recentChanges).continueUndos())).toEqual([]);
      const listed = vi.fn();
      library.part(recentChanges).watch(10, listed);
      await vi.waitFor(() => expect(listed).toHaveBeenCalledWith([]));
      return added;
    };
    const file = netscape([link(1)]);
    value(await goOn(imports, id, file, { imports: { ...imports, add: first } }));
    expect(await titles(test)).toEqual(['A page', 'Page 1']);
    expect(await test.tables.groups.toArray()).not.toMatchObject([{ undoing: 1 }]);
  });

  it('is not offered, and keeps no part of the log, if the log would take too much room', async () => {
    const { imports, tables } = await opened();
    const id = await started(imports);
    const large = async (...part: Parameters<typeof imports.add>) => {
      await tables.groups.toCollection().modify({ size: 8_000_000 });
      return imports.add(...part);
    };
    const file = netscape(Array.from({ length: 250 }, (_, at) => link(at)));
    value(await goOn(imports, id, file, { imports: { ...imports, add: large } }));
    const ended = { state: 'finished', added: 250, parts: 3, group: null, isTooLarge: true };
    expect(await imports.get(id)).toMatchObject(ended);
    expect([await tables.groups.count(), await tables.log.count()]).toEqual([0, 0]);
  });

  it('leaves a page from the trash that a person has changed again since', async () => {
    const test = await opened();
    const { imports, library, tables } = test;
    const [row] = await tables.bookmarks.toArray();
    const edits = [
      () => library.bookmarks.edit(row!.id, { title: `Mine ${test.clock.now}` }),
      () => library.bookmarks.recapture(row!.id, capture({ url: row!.url })),
    ];
    for (const edit of edits) {
      expect((await edit()).ok).toBe(true);
      value(await library.bookmarks.trash([row!.id]));
      const id = await started(imports);
      value(await goOn(imports, id, netscape([link('here')])));
      expect(await imports.get(id)).toMatchObject({ added: 1 });
      test.clock.now = unixMs(test.clock.now + 60_000);
      expect((await edit()).ok).toBe(true);
      value(await imports.undo(id));
      expect(await imports.get(id)).toMatchObject({ state: 'undone', kept: 1 });
    }
  });

  it('requests no images for pages that are being undone', async () => {
    const test = await opened();
    const { imports, library, tables } = test;
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1)])));
    await tables.jobs.update(id, (job) => void Object.assign(job, { images: 1 }));
    expect(await imports.nextImages()).toMatchObject({ job: id });
    const group = (await imports.get(id))?.group;
    value(await library.part(recentChanges).startUndo(group!));
    expect(await imports.nextImages()).toBe(null);
  });

  it('is there after a write without room has emptied the older half of the log', async () => {
    const test = await opened();
    const { imports } = test;
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1), link(2)])));
    const [here] = await test.tables.bookmarks.toArray();
    for (const note of ['Old', 'x'.repeat(2000)])
      value(await test.library.bookmarks.edit(here!.id, { note }));
    failWrite(1, 'quota-on-request', 'bookmarks');
    value(await imports.undo(id));
    expect(await titles(test)).toEqual(['A page']);
    expect(await imports.get(id)).toMatchObject({ state: 'undone', added: 0 });
    // The act that it is, and the last edit.
    expect(await test.tables.groups.count()).toBe(2);
  });

  it('can be undone, which brings the pages back with what they had', async () => {
    const test = await opened();
    const { imports, library, tables } = test;
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1, 'TAGS="tea"'), link('here', 'TAGS="ice"')])));
    const labels = async () =>
      (await tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).toArray())
        .map((row) => [row.title, ...row.labels])
        .sort();
    const before = await labels();
    const undone = value(await imports.undo(id));
    expect(await labels()).toEqual([['A page']]);
    value(await library.part(recentChanges).undo(undone?.group as GroupId));
    expect(await labels()).toEqual(before);
    expect(await tables.groups.toArray()).toMatchObject([{ cause: { kind: 'import' } }]);
  });

  it('is too late after the time of the trash', async () => {
    const test = await opened();
    const { imports, tables } = test;
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1)])));
    await trimLog(tables, unixMs(test.clock.now + 1));
    expect(await imports.get(id)).toMatchObject({ state: 'finished', group: null });
    expect(value(await imports.undo(id))).toBe(null);
    expect(await titles(test)).toEqual(['A page', 'Page 1']);
  });
});
