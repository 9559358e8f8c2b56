import { mkdirSync, mkdtempSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSources } from '../../scripts/start/watch-sources';

describe('watchSources', () => {
  let root: string;
  let stop: () => Promise<void>;
  let batches: (readonly string[])[];
  let errors: unknown[];
  /** The calls end as its promises do. */
  let build: () => Promise<void>;
  const write = (path: string) => writeFileSync(join(root, path), String(batches.length));
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'leafmark-sources-'));
    for (const folder of ['src', 'src/deep', 'tests']) mkdirSync(join(root, folder));
    for (const file of ['src/deep/a.ts', 'tests/b.ts', 'c.config.ts', 'd.md'])
      writeFileSync(join(root, file), '');
    batches = [];
    errors = [];
    build = async () => {};
    stop = watchSources(root, ['src', 'c.config.ts'], {
      async onChange(changed) {
        batches.push(changed);
        await build();
      },
      onError: (error) => errors.push(error),
    });
  });
  afterEach(async () => {
    await stop();
    rmSync(root, { recursive: true });
  });
  /** Lets the next calls run until the returned function is called. */
  const hold = () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    build = () => ended;
    return end;
  };
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
    const end = hold();
    write('src/deep/a.ts');
    await vi.waitFor(() => expect(batches).toHaveLength(1));
    write('src/deep/b.ts');
    write('src/c.ts');
    end();
    const later = () => new Set(batches.slice(1).flat());
    await vi.waitFor(() => expect(later()).toEqual(new Set(['src/deep/b.ts', 'src/c.ts'])));
  });

  it('waits for a running call when it is stopped, and makes no other', async () => {
    const end = hold();
    write('src/deep/a.ts');
    await vi.waitFor(() => expect(batches).toHaveLength(1));
    const noticed = vi.fn();
    const witness = watch(join(root, 'src', 'deep'), noticed);
    write('src/deep/b.ts');
    await vi.waitFor(() => expect(noticed).toHaveBeenCalled());
    witness.close();
    let isStopped = false;
    const stopped = stop().then(() => {
      isStopped = true;
    });
    // Reading a file takes longer than every promise that is settled already.
    await readFile(join(root, 'src/deep/b.ts'));
    expect(isStopped).toBe(false);
    end();
    await stopped;
    expect(batches).toHaveLength(1);
  });

  it('reports a call that fails, and calls again after the next change', async () => {
    build = () => Promise.reject(new Error('It does not build.'));
    write('src/deep/a.ts');
    await vi.waitFor(() => expect(errors).toEqual([new Error('It does not build.')]));
    build = async () => {};
    write('src/deep/b.ts');
    await vi.waitFor(() => expect(seen()).toContain('src/deep/b.ts'));
    expect(errors).toHaveLength(1);
  });
});
