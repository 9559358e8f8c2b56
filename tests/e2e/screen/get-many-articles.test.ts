// @module-tag full
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts.ts';
import { BROWSERS } from '../support/browsers.ts';
import { importPages, link } from '../support/getting-articles.ts';
import { memoryNow, peakMemory } from '../support/large-files.ts';
import { articleHtml } from '../support/pages.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { librarySize } from '../support/stored-library.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

/** `npm run soak -- articles` uses 5,000. */
const COUNT = Number(process.env.LEAFMARK_ARTICLES ?? 60);
const TIMEOUT_MS = CONDITION_TIMEOUT_MS + COUNT * 200;
/** As in a library of some years: a host has some pages, and one page in twenty is gone. */
const PAGES_OF_HOST = 10;
const GONE_EVERY = 20;
/** From the middle of the job to its end, in MB. The pages of the soak test have 100 MB. */
const MAX_GROWTH = 64;

/** An article of 20 kB, with words of its own. */
const textOf = (at: number) =>
  articleHtml({
    title: `Soak ${at}`,
    middle: Array.from(
      { length: 20 },
      (_, line) =>
        `<p>${`Line ${line} of page ${at} says word${at}x${line} again. `.repeat(8)}</p>`,
    ).join('\n'),
  });

/** Runs in a page. Measures each key from its press until the page is painted. */
function watchKeys(): void {
  const world = window as typeof window & { answers?: number[] };
  const answers: number[] = [];
  world.answers = answers;
  const onKey = ({ timeStamp }: KeyboardEvent) =>
    requestAnimationFrame(() => setTimeout(() => answers.push(performance.now() - timeStamp)));
  window.addEventListener('keydown', onKey, true);
}

const answersOf = (page: ScreenPage) =>
  page.evaluate(() => (window as typeof window & { answers?: number[] }).answers ?? []);

describe.each(BROWSERS)(`getting ${COUNT} articles in %s`, (name) => {
  const world = useWorld(name);

  it('takes no more memory towards its end, and pages answer meanwhile', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { browser, web } = world;
    const urls = Array.from(
      { length: COUNT },
      (_, at) => `http://soak-${Math.floor(at / PAGES_OF_HOST)}.example/${at}`,
    );
    for (const [at, url] of urls.entries()) {
      if (at % GONE_EVERY === GONE_EVERY - 1)
        web.on(url, (_, response) => void response.writeHead(404).end());
      else web.page(url, textOf(at));
    }
    const page = await importPages(
      world,
      urls.map((url) => link(url)),
    );
    await page.click('button', 'Get the articles');
    await page.sees(`${COUNT.toLocaleString('en')} bookmarks`);
    await browser.answer('allow', () => page.click('button', 'Get the articles'));
    await page.waitFor('button', 'Pause');
    const startedAt = Date.now();
    const list = await browser.openOwn('library');
    await list.waitFor('link', /soak|Soak/);
    await list.evaluate(watchKeys);

    const memory: number[] = [];
    const session = name === 'chromium' ? await page.page.createCDPSession() : null;
    const isOver = async () => {
      // Chromium collects garbage late.
      await session?.send('HeapProfiler.collectGarbage');
      memory.push(memoryNow(page));
      await list.press('j');
      return !(await page.text()).includes('Pause');
    };
    await until('the job is over', isOver, TIMEOUT_MS);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    // Engines give memory back late, so the lowest figure of each third counts.
    const third = Math.ceil(memory.length / 3);
    const [first, middle, last] = [0, 1, 2].map((at) =>
      Math.min(...memory.slice(at * third, (at + 1) * third)),
    );
    const answers = (await answersOf(list)).toSorted((a, b) => a - b);
    const median = Math.round(answers[answers.length >> 1] ?? 0);
    const slowest = Math.round(answers.at(-1) ?? 0);
    console.log(
      `${name}: ${COUNT} pages in ${seconds} s; lowest MB of memory in each third: ${first}, ` +
        `${middle}, ${last}; ${memory.at(-1)} at the end, ${peakMemory(page)} at most; ` +
        `${answers.length} keys were answered in ${median} ms (median), ${slowest} ms (slowest)`,
    );
    const { articles } = await browser.runBehind(librarySize);
    expect(articles).toBe(COUNT - Math.floor(COUNT / GONE_EVERY));
    console.log(memory.filter((_, i) => i % Math.ceil(memory.length / 40) === 0).join(' '));
    expect((last ?? 0) - (middle ?? 0)).toBeLessThan(MAX_GROWTH);
    expect(answers.length).toBeGreaterThanOrEqual(memory.length - 1);
    await list.close();
    await page.close();
  });
});
