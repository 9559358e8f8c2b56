import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPage } from '../../../../src/ui/highlights/page/page-watch';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<p>one</p>';
});

afterEach(() => void vi.useRealTimers());

/** Watches the document with a reaction that takes `tookMs`. Returns the time of each reaction. */
function watch(tookMs: number, result: boolean | Error) {
  const times: number[] = [];
  const watched = watchPage({
    isOwn: (node) => node instanceof HTMLHRElement,
    now: () => Date.now(),
    later(run, delayMs) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    async onChange() {
      times.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      if (result instanceof Error) throw result;
      return result;
    },
  });
  watched.observe([document]);
  return { ...watched, times };
}

/** Changes the text of the page once each second for a minute. */
async function rewriteForAMinute(): Promise<void> {
  for (let second = 0; second < 60; second += 1) {
    document.querySelector('p')!.textContent = String(second);
    await vi.advanceTimersByTimeAsync(1000);
  }
}

describe('watchPage', () => {
  it('reacts once to changes that follow each other', async () => {
    const { times, stop } = watch(0, true);
    for (const text of ['two', 'three', 'four']) document.body.append(text);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(times).toHaveLength(1);
    stop();
  });

  it('takes at most a twentieth of the time of a page that rewrites itself each second', async () => {
    const { times, stop } = watch(100, true);
    await rewriteForAMinute();
    expect(times.length).toBeGreaterThan(10);
    expect(times.length * 100).toBeLessThan(MINUTE_MS / 20);
    stop();
  });

  it('reacts less and less often when that is of no use', async () => {
    const { times, stop } = watch(1, false);
    await rewriteForAMinute();
    expect(times.length).toBeGreaterThan(3);
    expect(times.length).toBeLessThan(10);
    stop();
  });

  it('reacts to later changes after a reaction that failed, as after one of no use', async () => {
    const { times, stop } = watch(0, new Error('The page has removed a frame.'));
    document.body.append('two');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    document.body.append('three');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(times).toHaveLength(2);
    await rewriteForAMinute();
    expect(times.length).toBeLessThan(12);
    stop();
  });

  it('reacts to a change from right before it watches other roots', async () => {
    const { times, observe, stop } = watch(0, true);
    document.body.append('two');
    observe([document, document.body]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(times).toHaveLength(1);
    stop();
  });

  it('ignores elements of its own, and everything after it was stopped', async () => {
    const { times, stop } = watch(0, true);
    document.body.append(document.createElement('hr'));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    stop();
    document.body.append('later');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(times).toEqual([]);
  });
});
