import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAsked, takeAsked } from '../../../src/extension/capture/injected-capture';
import { runCapture } from '../../../src/extension/capture/run-capture';
import { capture } from '../../library/library';
import { type FakeExtension, fakeExtension, injected } from '../support/fake-extension';
import { tabPage, URL_A } from '../support/tab-page';

const NEVER = new AbortController().signal;

let fake: FakeExtension;
beforeEach(() => {
  vi.useFakeTimers();
  fake = fakeExtension();
  fake.addTab({ id: 1, url: URL_A });
});
afterEach(() => vi.useRealTimers());

const returnOutcome = (outcome: unknown, documentSince = 0) => {
  fake.executeScript = async () => injected(outcome, documentSince);
};
const refuseScripts = () => {
  fake.executeScript = async () => {
    throw new Error('Cannot access contents of the page');
  };
};
/** Runs the capture to its end, with fake timers. */
async function run(page = tabPage()) {
  const attempt = runCapture(fake.browser, page, NEVER);
  await vi.runAllTimersAsync();
  return attempt;
}

describe('runCapture', () => {
  it('returns the capture of the page', async () => {
    returnOutcome({ kind: 'captured', capture: capture({ url: URL_A }) });
    expect(await run()).toMatchObject({ kind: 'captured', capture: capture({ url: URL_A }) });
  });

  it('removes unknown fields', async () => {
    returnOutcome({ kind: 'captured', capture: { ...capture({ url: URL_A }), evil: true } });
    expect(await run()).toMatchObject({ kind: 'captured', capture: capture({ url: URL_A }) });
  });

  it('has injected the script when it returns', () => {
    const executeScript = vi.fn(() => new Promise<never>(() => {}));
    fake.executeScript = executeScript;
    void runCapture(fake.browser, tabPage(), NEVER);
    expect(executeScript).toHaveBeenCalledWith(
      expect.objectContaining({ target: { tabId: 1 }, files: ['/capture.js'] }),
    );
  });

  it('says how the article is found before it sends the script', async () => {
    const sent: unknown[] = [];
    fake.executeScript = async (injection) => {
      sent.push('files' in injection ? injection.files?.[0] : [injection.func, injection.args]);
      return [];
    };
    const attempt = runCapture(fake.browser, tabPage(), NEVER, null, 'plain');
    await vi.runAllTimersAsync();
    await attempt;
    expect(sent.slice(0, 2)).toEqual([
      [setAsked, [{ siteRules: [], way: 'plain' }]],
      '/capture.js',
    ]);
    setAsked({ siteRules: [], way: 'plain' });
    expect([takeAsked().way, takeAsked().way]).toEqual(['plain', null]);
  });

  it('does not try a page that blocks scripts', async () => {
    const executeScript = vi.fn();
    fake.executeScript = executeScript;
    const attempt = await run(tabPage({ closed: 'browser-page' }));
    expect(attempt).toEqual({ kind: 'address', reason: 'browser-page' });
    expect(executeScript).not.toHaveBeenCalled();
  });

  const hostile = capture({ url: URL_A });
  it.each([
    ['nothing', null, 'failed'],
    ['a string', 'captured', 'failed'],
    ['an unknown kind', { kind: 'eaten' }, 'failed'],
    ['a capture without its parts', { kind: 'captured', capture: { url: URL_A } }, 'failed'],
    [
      'a negative count',
      { kind: 'captured', capture: { ...hostile, report: { ...hostile.report, words: -1 } } },
      'failed',
    ],
    [
      'an endless excerpt',
      { kind: 'captured', capture: capture({ url: URL_A, excerpt: 'x'.repeat(100_001) }) },
      'too-large',
    ],
    [
      'endless HTML',
      { kind: 'captured', capture: capture({ url: URL_A, html: 'x'.repeat(40_000_001) }) },
      'too-large',
    ],
    [
      'another site',
      { kind: 'captured', capture: capture({ url: 'https://example.com/a' }) },
      'navigated',
    ],
    ['no address', { kind: 'captured', capture: capture({ url: 'not an address' }) }, 'navigated'],
    ['a PDF', { kind: 'not-capturable', url: URL_A, title: '', reason: 'pdf' }, 'pdf'],
    ['an image', { kind: 'not-capturable', url: URL_A, title: '', reason: 'not-html' }, 'not-html'],
  ])('returns the address when the page returns %s', async (_, result, reason) => {
    returnOutcome(result);
    expect(await run()).toEqual({ kind: 'address', reason });
  });

  it.each(['https://example.org/a#/two', 'https://example.org/b'])(
    'accepts a page that changed its own address to %s',
    async (url) => {
      const moved = { kind: 'captured', capture: capture({ url }) };
      returnOutcome(moved);
      expect(await run()).toMatchObject(moved);
    },
  );

  it('accepts the page before a navigation if it was captured first', async () => {
    const left = { kind: 'captured', capture: capture({ url: URL_A }) };
    fake.executeScript = async () => {
      fake.addTab({ id: 1, url: 'https://example.com/' });
      return injected(left);
    };
    expect(await run()).toMatchObject(left);
  });

  it.each([
    ['a page', { kind: 'captured', capture: capture({ url: `${URL_A}2` }) }],
    ['a PDF', { kind: 'not-capturable', url: `${URL_A}2`, title: '', reason: 'pdf' }],
  ])('rejects %s of the same site that loaded after the click', async (_, outcome) => {
    returnOutcome(outcome, Date.now() + 60_000);
    expect(await run()).toEqual({ kind: 'address', reason: 'navigated' });
  });

  it('accepts a page that was reloaded after the click', async () => {
    const again = { kind: 'captured', capture: capture({ url: URL_A }) };
    returnOutcome(again, Date.now() + 60_000);
    expect(await run()).toMatchObject(again);
  });

  it.each([
    {},
    { documentSince: 0, status: 200, html: '' },
    { outcome: null, documentSince: 0, status: 200, html: '' },
  ])('returns the address when the script returns %o', async (result) => {
    fake.executeScript = async () => [{ result }];
    expect(await run()).toEqual({ kind: 'address', reason: 'failed' });
  });

  it('retries a refused script, because Chromium grants access a moment late', async () => {
    let tries = 0;
    fake.executeScript = async () => {
      tries += 1;
      if (tries < 3) throw new Error('Cannot access contents of the page');
      return injected({ kind: 'captured', capture: capture({ url: URL_A }) });
    };
    expect(await run()).toMatchObject({ kind: 'captured' });
  });

  it.each([
    ['https://chromewebstore.google.com/', 'extension-store'],
    ['https://example.org/paper.pdf', 'pdf'],
    ['file:///home/ann/a.html', 'file'],
    ['https://intranet.example/', 'no-access'],
  ])('reports why the browser refuses %s', async (url, reason) => {
    fake.addTab({ id: 1, url });
    refuseScripts();
    expect(await run(tabPage({ url }))).toEqual({ kind: 'address', reason });
  });

  it("reports at once that the page did not load, from Chromium's error message", async () => {
    const executeScript = vi.fn(async () => {
      throw new Error('Frame with ID 0 is showing error page');
    });
    fake.executeScript = executeScript;
    expect(await run()).toEqual({ kind: 'address', reason: 'not-loaded' });
    expect(executeScript).toHaveBeenCalledOnce();
  });

  it('reports that the page did not load when Firefox sets its own icon on the tab', async () => {
    fake.executeScript = async () => {
      fake.addTab({ id: 1, url: URL_A, favIconUrl: 'chrome://global/skin/icons/info.svg' });
      throw new Error('Missing host permission for the tab');
    };
    expect(await run()).toEqual({ kind: 'address', reason: 'not-loaded' });
  });

  it('reports that the page is too large when the script ran without a result', async () => {
    let captures = 0;
    fake.executeScript = async ({ func }) => {
      if (func) return [{ result: true }]; // the mark that `capture.js` leaves
      captures += 1;
      throw new Error('Message exceeded maximum allowed size');
    };
    expect(await run()).toEqual({ kind: 'address', reason: 'too-large' });
    expect(captures).toBe(1);
  });

  it.each<[string, () => unknown, string]>([
    ['was closed', () => fake.tabs.delete(1), 'tab-closed'],
    ['shows another page of the site', () => fake.addTab({ id: 1, url: `${URL_A}2` }), 'navigated'],
    ['shows another site with a hidden address', () => fake.addTab({ id: 1 }), 'navigated'],
    ['is loading again', () => fake.addTab({ id: 1, url: URL_A, status: 'loading' }), 'navigated'],
  ])('notices that the tab %s meanwhile', async (_, happen, reason) => {
    const executeScript = vi.fn(async () => {
      happen();
      throw new Error('Cannot access contents of the page');
    });
    fake.executeScript = executeScript;
    expect(await run()).toEqual({ kind: 'address', reason });
    expect(executeScript).toHaveBeenCalledOnce();
    returnOutcome(null);
    expect(await run()).toEqual({ kind: 'address', reason });
  });

  it.each([
    ['never ran there, because the page was left', false, 'navigated'],
    ['failed there', true, 'failed'],
  ])('reports a script that returns nothing and %s', async (_, hasRun, reason) => {
    // Chromium drops a waiting script when its page is left, before the tab reports the next page.
    fake.executeScript = async ({ func }) => [{ result: func ? hasRun : null }];
    expect(await run(tabPage({ isLoaded: false }))).toEqual({ kind: 'address', reason });
  });

  it('reports a navigation when the next page refuses the script', async () => {
    fake.executeScript = () => new Promise(() => {});
    const attempt = runCapture(fake.browser, tabPage(), NEVER);
    fake.addTab({ id: 1, url: `${URL_A}2` });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await attempt).toEqual({ kind: 'address', reason: 'navigated' });
  });

  it('gives up after 20 seconds', async () => {
    fake.executeScript = () => new Promise(() => {});
    const attempt = runCapture(fake.browser, tabPage(), NEVER);
    await vi.advanceTimersByTimeAsync(19_999);
    await expect(Promise.race([attempt, 'still waiting'])).resolves.toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await attempt).toEqual({ kind: 'address', reason: 'timed-out' });
  });

  it('ends at once when the page goes away', async () => {
    fake.executeScript = () => new Promise(() => {});
    const controller = new AbortController();
    const attempt = runCapture(fake.browser, tabPage(), controller.signal);
    controller.abort('tab-closed');
    expect(await attempt).toEqual({ kind: 'address', reason: 'tab-closed' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('captures a page that never stops loading in its current state', async () => {
    fake.executeScript = async (injection) => {
      // The browser runs such a script only after the document is parsed.
      if (!injection.injectImmediately) return new Promise(() => {});
      return injected({ kind: 'captured', capture: capture({ url: URL_A }) });
    };
    const attempt = runCapture(fake.browser, tabPage({ isLoaded: false }), NEVER);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await attempt).toMatchObject({ kind: 'captured' });
  });
});
