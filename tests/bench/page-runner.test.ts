import { afterEach, describe, expect, it, vi } from 'vitest';
import { measureAll, twice } from '../../bench/capture/page-runner';

const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => {
  vi.clearAllMocks();
});

/** Fails that often, then returns how often it was called. */
function failing(times: number): () => Promise<number> {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw new Error('The page did not load.\nMore.');
    return calls;
  };
}

describe('a page that fails while it is measured', () => {
  it('is measured again, and the reason is written', async () => {
    expect(await twice('ferns', failing(0))).toBe(1);
    expect(errors).not.toHaveBeenCalled();
    expect(await twice('ferns', failing(1))).toBe(2);
    expect(errors.mock.calls).toEqual([['ferns: measured again: The page did not load.']]);
  });

  it('makes the run one without a result, after the other pages', async () => {
    const pages = ['ferns', 'moss', 'ivy'].map((name) => ({ name }));
    const measured: string[] = [];
    const run = (failed: readonly string[]) =>
      measureAll(pages, async ({ name }) => {
        measured.push(name);
        return failed.includes(name) ? null : name;
      });
    await expect(run(['moss'])).rejects.toThrow('no result: 1 of 3 pages');
    await expect(run(['ferns', 'moss', 'ivy'])).rejects.toThrow('no result: 3 of 3 pages');
    expect(measured).toEqual(['ferns', 'moss', 'ivy', 'ferns', 'moss', 'ivy']);
    expect(await run([])).toEqual(['ferns', 'moss', 'ivy']);
  });

  it('is left out when it fails again, so that the other pages are measured', async () => {
    expect(await twice('ferns', failing(2))).toBeNull();
    expect(errors).toHaveBeenLastCalledWith('ferns: not measured: The page did not load.');
  });
});
