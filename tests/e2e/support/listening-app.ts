import type { Page } from 'puppeteer-core';
import type { TextDirection } from '../../../src/domain/bookmark-fields.ts';
import type { UnixMs } from '../../../src/domain/time.ts';
import type { BrowserName } from './browsers.ts';
import { type CompanionServer, startCompanion } from './companion-server.ts';
import { installVoices, type VoicesWindow } from './page-voices.ts';
import { until } from './until.ts';
import { leave, signIn, WebBrowser, type WebBrowserOptions } from './web-browser.ts';

export const LONG = 'The slow return of the wolf';
export const ARABIC = 'حديقة المكتبة القديمة';
export const GERMAN = 'Der langsame Wolf';

/** A page of a million words. */
export const ENDLESS = 'The endless wolf';
const ENDLESS_SENTENCE = 'The wolf walks along the ridge. ';

/** The sentences of each paragraph of `LONG`. */
export const SENTENCES = Array.from({ length: 30 }, (_, at) => [
  `Family ${at} lives along the ridge.`,
  `They walked at night, and nobody cut the forest ${at}.`,
]);

export type ListeningApp = Awaited<ReturnType<typeof openListeningApp>>;

/**
 * Opens the web app with three unread pages, in a browser with voices of English and Arabic.
 *
 * @param real how to start a browser that has real voices
 */
export async function openListeningApp(name: BrowserName, real?: WebBrowserOptions) {
  const companion = await startCompanion();
  await addPages(companion, real === undefined);
  const browser = await WebBrowser.launch(name, { reportsRequests: true, ...real });
  const page = await browser.open(`${companion.base}/`);
  await signIn(page);
  await page.waitForSelector('.row-words a');
  await leave(page);
  if (!real) await page.evaluateOnNewDocument(installVoices, ['en-US', 'ar'], 5_000);
  return {
    browser,
    page,
    ...actionsOn(page, companion.base),
    async close() {
      await browser.close();
      await companion.stop();
    },
  };
}

function actionsOn(page: Page, base: string) {
  const go = async (place: string) => {
    await page.goto(`${base}/library.html#/unread`);
    // Firefox reports what it still loads as an error.
    await leave(page);
    await page.reload();
    await page.waitForSelector('.row-words a');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, place);
  };
  const openArticle = async (title: string) => {
    await go('#/unread');
    await openRow(title);
  };
  const openRow = async (title: string) => {
    await until('the row is shown', async () => {
      const hash = await page.$$eval(
        '.row-words a',
        (all, wanted) => all.find((each) => each.textContent === wanted)?.getAttribute('href'),
        title,
      );
      if (!hash) return false;
      await page.evaluate((to) => {
        location.hash = to.slice(to.indexOf('#'));
      }, hash);
      return true;
    });
    await page.waitForSelector('.article p');
  };
  const listen = async () => {
    await page.click('.reader-toolbar [aria-label="Listen"]');
    await page.waitForSelector('.player-bar');
    await until('something is painted', async () => (await painted()) !== '');
  };
  /** Goes to the first sentence of a paragraph. */
  const goTo = async (paragraph: number) => {
    const wanted = SENTENCES[paragraph]?.[0] ?? '';
    for (let at = await paragraphAt(); at !== paragraph; at = await paragraphAt()) {
      await page.keyboard.press(at < paragraph ? 'j' : 'k');
    }
    await paints(wanted);
  };
  const paragraphAt = async () => {
    const now = await painted();
    return SENTENCES.findIndex((each) => each.includes(now));
  };
  const painted = () =>
    page.evaluate(() => [...(CSS.highlights.get('leafmark-spoken') ?? [])].map(String).join());
  const paints = (words: string) =>
    until(`"${words}" is painted`, async () => (await painted()) === words);
  const spoken = () => page.evaluate(() => (window as unknown as VoicesWindow).spokenWords);
  const isPaintSeen = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('leafmark-spoken') ?? [];
      if (!(range instanceof Range)) return false;
      const { top, bottom } = range.getBoundingClientRect();
      const bar = document.querySelector('.player-bar')!.getBoundingClientRect();
      const tools = document.querySelector('.reader-top')!.getBoundingClientRect();
      return top >= Math.max(0, tools.bottom) - 1 && bottom <= bar.top + 1;
    });

  /** Lets words take so long from now on, in ms. */
  const speakIn = (ms: number) =>
    page.evaluate((length) => {
      (window as unknown as VoicesWindow).wordsMs = length;
    }, ms);
  return { go, openArticle, openRow, listen, goTo, painted, paints, spoken, isPaintSeen, speakIn };
}

async function addPages(companion: CompanionServer, hasEndless: boolean): Promise<void> {
  const now = Date.now();
  const add = async (title: string, lang: string, hoursAgo: number, html: string) => {
    const textDirection: TextDirection = lang === 'ar' ? 'rtl' : 'ltr';
    const created = (now - hoursAgo * 3_600_000) as UnixMs;
    const site = `site-${hoursAgo}.example`;
    const page = {
      title,
      lang,
      textDirection,
      site,
      siteName: 'The Forest',
      created,
      url: `http://${site}/`,
    };
    await companion.add({ ...page, wordCount: 500 }, html);
  };
  await add(LONG, 'en', 1, SENTENCES.map((each) => `<p>${each.join(' ')}</p>`).join(''));
  await add(
    ARABIC,
    'ar',
    2,
    '<p>مرحبا بكم في الحديقة. Hello there. هذه أشجار قديمة.</p>'.repeat(8),
  );
  await add(GERMAN, 'de', 3, '<p>Der Wolf kommt zurück. Er läuft nachts.</p>');
  if (!hasEndless) return;
  const paragraph = `<p>${ENDLESS_SENTENCE.repeat(17)}</p>`;
  await add(ENDLESS, 'en', 4, paragraph.repeat(10_000));
}
