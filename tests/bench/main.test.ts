import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../bench/main';

let corpus: string;
const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
const figures = vi.spyOn(console, 'log').mockImplementation(() => {});

beforeEach(async () => {
  corpus = await mkdtemp(join(tmpdir(), 'leafmark-corpus-'));
});
afterEach(async () => {
  await rm(corpus, { recursive: true });
  process.exitCode = undefined;
  vi.clearAllMocks();
});

describe('npm run bench', () => {
  it.each([
    ['a corpus without a page', () => ['--corpus', corpus], /there is no page in/],
    [
      'a name that no page has',
      () => ['--corpus', corpus, '--only', 'moon'],
      /there is no page whose name holds "moon"/,
    ],
    ['no corpus', () => [], /needs --corpus DIR/],
  ])('reports that it measured nothing with %s', async (_, args, sentence) => {
    await main(['capture', ...args()]);
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(sentence));
    expect(figures).not.toHaveBeenCalled();
    expect(process.exitCode).toBe(1);
  });

  it('prints its usage with --help and for an unknown option', async () => {
    await main(['--help']);
    expect(figures).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('--corpus DIR'));
    expect(process.exitCode).toBeUndefined();
    await main(['--warp']);
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('--corpus DIR'));
    expect(process.exitCode).toBe(2);
  });

  it('lists its benchmarks', async () => {
    await main(['teleport']);
    expect(errors).toHaveBeenCalledWith(
      expect.stringContaining('capture, extraction, field, metadata, popup'),
    );
    expect(process.exitCode).toBe(2);
  });
});
