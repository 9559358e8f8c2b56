import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSources } from '../../scripts/start/watch-sources';

describe('watchSources', () => {
  let root: string;
  let stop: () => void;
  let batches: (readonly string[])[];
  /** The calls end when this does. */
  let build: Promise<void>;
  const write = (path: string) => writeFileSync(join(root, path), String(batches.length));
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'leafmark-sources-'));
    for (const folder of ['src', 'src/deep', 'tests']) mkdirSync(join(root, folder));
    for (const file of ['src/deep/a.ts', 'tests/b.ts', 'c.config.ts', 'd.md'])
      writeFileSync(join(root, file), '');
    batches = [];
    build = Promise.resolve();
    stop = watchSources(root, ['src', 'c.config.ts'], async (changed) => {
      batches.push(changed);
      await build;
    });
  });
  afterEach(() => {
    stop();
    rmSync(root, { recursive: true });
  });
  const seen = () => new Set(batches.flat());

  it('reports files in watched folders and watched files at the root, and no others', async () => {
    write('tests/b.ts');
    write('d.md');
    write('src/deep/a.ts');
    // An editor that replaces the file.
    write('new');
    renameSync(join(root, 'new'), join(root, 'c.config.ts'));
    await vi.waitFor(() => expect(seen()).toEqual(new Set(['src/deep/a.ts', 'c.config.ts'])));
  });

  it('reports changes that come during a call in one later call', async () => {
    let end = () => {};
    build = new Promise((resolve) => {
      end = resolve;
    });
    write('src/deep/a.ts');
    await vi.waitFor(() => expect(batches).toHaveLength(1));
    write('src/deep/b.ts');
    write('src/c.ts');
    end();
    const later = () => new Set(batches.slice(1).flat());
    await vi.waitFor(() => expect(later()).toEqual(new Set(['src/deep/b.ts', 'src/c.ts'])));
  });
});
