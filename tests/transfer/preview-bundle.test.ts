import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeSettings } from '../../src/background/background';
import { openBundle } from '../../src/formats';
import { importRepository, NO_IMPORT_CHOICES } from '../../src/library';
import { previewBundle, runRestore } from '../../src/transfer';
import { address, type TestLibrary, testLibrary, value } from '../library/library';
import { exportedBundle } from './bundles';
import { add, full, URL_1 } from './full-page';

let from: Awaited<ReturnType<typeof full>>;
let to: TestLibrary;
beforeEach(async () => {
  from = await full();
  to = await testLibrary();
});

const bundleOf = async (settings = {}) =>
  value(await openBundle((await exportedBundle(from, { settings })).file));
const imports = () => to.library.part(importRepository);

describe('the preview of a bundle', () => {
  it('counts what its restore brings, and names what it leaves out', async () => {
    value(await to.library.bookmarks.save(address({ url: URL_1 })));
    const { id } = value(await from.library.bookmarks.save(address({ url: `${URL_1}0` }))).bookmark;
    value(await add(from, id, 'in the trash'));
    value(await from.library.bookmarks.trash([id]));
    const kept = (await from.tables.bookmarks.get(from.id))!;
    const copies = ['https://example.org/1', 'chrome://settings/', 'nonsense'];
    for (const [at, url] of copies.entries())
      await from.tables.bookmarks.add({ ...kept, number: 50 + at, id: `copy${at}` as never, url });
    const preview = await previewBundle(await bundleOf(), imports());
    expect(preview).toMatchObject({ rows: 5, fresh: 0, here: 2, broken: 2, highlights: 1 });
    expect(preview.bundle).toEqual({ part: null, inTrash: 1 });
    expect(preview.samples.map(({ url }) => url)).toEqual([URL_1, URL_1]);
    expect(preview.brokenRows.map(({ text }) => text).toSorted()).toEqual(copies.slice(1));
  });
});

describe('the settings of a bundle', () => {
  const SETTINGS = { toolbarClick: 'open' };

  async function begun(settings: object) {
    const bundle = await bundleOf(settings);
    const job = { fileName: 'a.zip', format: 'bundle', choices: NO_IMPORT_CHOICES, total: 1 };
    const started = { ...job, startedAt: to.clock.now, settings: await bundle.readSettings() };
    const id = value(await imports().start(started)) ?? 0;
    value(await imports().resume(id));
    return { id, bundle };
  }
  const stored = async () => {
    const local = { get: vi.fn(async () => ({})), set: vi.fn(async () => {}) };
    await storeSettings(to.library, local as never);
    return local.set.mock.calls;
  };

  it('are stored once, when the restore into an empty library begins', async () => {
    const { id, bundle } = await begun(SETTINGS);
    expect(JSON.stringify(await stored())).toContain('"toolbarClick":"open"');
    // A person may change them while it is restored.
    value(await runRestore((await imports().get(id))!, bundle, imports()));
    expect(await stored()).toEqual([]);
  });

  it('stay as they are in a library that has pages, and if the file has none that can be read', async () => {
    value(await to.library.bookmarks.save(address({ url: URL_1 })));
    await begun(SETTINGS);
    expect(await stored()).toEqual([]);
  });
});
