import { expect } from 'vitest';
import { fitsItsWidth, seriousFindings } from './accessibility.ts';
import type { BrowserName } from './browsers.ts';
import { type CompanionServer, startCompanion } from './companion-server.ts';
import { until } from './until.ts';
import { leave, signIn, WebBrowser } from './web-browser.ts';

/** The words of each page that are highlighted. The Arabic page is written from right to left. */
export const REVIEWED = [
  ['The slow return of the wolf', 'Nobody brought them; they walked, at night, along the ridge.'],
  ['حديقة المكتبة القديمة', 'هذه أشجار قديمة جدا في حديقة المكتبة.'],
  ['Why a small database is so fast', 'There is no network, so nothing waits for it.'],
] as const;

export type ReviewApp = Awaited<ReturnType<typeof openReviewApp>>;

/** Opens the web app with three pages and a highlight in each, two days later. */
export async function openReviewApp(name: BrowserName) {
  const companion = await startCompanion();
  await addHighlighted(companion);
  const browser = await WebBrowser.launch(name, { reportsRequests: true });
  const page = await browser.open(`${companion.base}/`);
  await signIn(page);
  await page.waitForSelector('.row-words a');
  await leave(page);
  await page.evaluateOnNewDocument(setClockAhead, 2);
  return {
    companion,
    browser,
    page,
    async sees(words: string) {
      await until(`the page shows ${words}`, async () => {
        // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
        const text = await page.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));
        return text.includes(words);
      });
    },
    /** Opens a place of the library anew. */
    async go(place: string) {
      await leave(page);
      await page.goto('about:blank');
      await page.goto(`${companion.base}/library.html#/${place}`);
      await page.waitForSelector('.library-title');
    },
    /** Writes pictures in both themes, and looks at what axe finds and at the width. */
    async expectUsable(what: string) {
      // The driver of Firefox sets no features of media.
      for (const theme of name === 'chromium' ? ['dark', 'light'] : ['light']) {
        if (name === 'chromium')
          await page.emulateMediaFeatures([
            { name: 'prefers-color-scheme', value: theme },
            { name: 'prefers-reduced-motion', value: 'reduce' },
          ]);
        await browser.picture(page, `review-${name}-${what}-${theme}`);
        expect(await seriousFindings(page.mainFrame())).toEqual([]);
      }
      expect(await fitsItsWidth(page.mainFrame())).toBe(true);
    },
    async close() {
      await browser.close();
      await companion.stop();
    },
  };
}

/** Adds the pages with their highlights, the first one first, by the API of the server. */
async function addHighlighted(companion: CompanionServer): Promise<void> {
  const token = await companion.newToken();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const api = `${companion.base}/api/bookmarks`;
  for (const [at, [title, words]] of REVIEWED.entries()) {
    const isArabic = at === 1;
    const site = `site-${at}.example`;
    const url = `http://${site}/`;
    const lang = isArabic ? 'ar' : 'en';
    const textDirection = isArabic ? 'rtl' : 'ltr';
    const page = { title, url, site, siteName: 'The Forest', lang, textDirection } as const;
    await companion.add({ ...page, wordCount: 500 }, `<p>${words}</p><p>More of it.</p>`);
    const search = new URLSearchParams({ site });
    const found = await (await fetch(`${api}?${search}`, { headers })).json();
    const sent = await fetch(`${api}/${found[0].id}/annotations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        start_selector: 'p[1]',
        start_offset: 0,
        end_selector: 'p[1]',
        end_offset: words.length,
        color: ['yellow', 'green', 'blue'][at],
        note: at === 0 ? 'For the talk in May.' : '',
      }),
    });
    if (!sent.ok) throw new Error(await sent.text());
  }
}

/** Runs in a page, before its scripts. Lets its clock be some days ahead. */
function setClockAhead(days: number): void {
  const RealDate = Date;
  const aheadMs = days * 86_400_000;
  class LaterDate extends RealDate {
    constructor(...given: readonly unknown[]) {
      // A date without a time is now.
      super(...((given.length === 0 ? [RealDate.now() + aheadMs] : given) as [number]));
    }
    static override now(): number {
      return RealDate.now() + aheadMs;
    }
  }
  globalThis.Date = LaterDate as DateConstructor;
}
