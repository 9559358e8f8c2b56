import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fitsItsWidth, seriousFindings } from './accessibility.ts';
import type { RealBrowser } from './real-browser.ts';
import { until } from './until.ts';

export function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder('import'), name);
  writeFileSync(path, content);
  return path;
}

export const netscape = (lines: readonly string[]) =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n${lines.map((line) => `<DT>${line}\n`).join('')}</DL>`;

export const link = (at: number, tags = 'garden') =>
  `<A HREF="https://shelf.example/${at}" ADD_DATE="1600000000" TAGS="${tags}">Page ${at}</A>`;

/** Enough that it can be paused. */
const MANY = 2_500;

const WITH_IMAGES = {
  id: 1,
  url: 'https://shelf.example/lamp',
  title: 'A lamp',
  is_archived: 0,
  content: '<p>A lamp shines on the page.</p><img src="https://shelf.example/lamp.png">',
};

/**
 * Takes pictures of an import and looks for accessibility problems: an error, a preview, progress, a
 * pause and reports. It finds elements by their place, so it can be used in any language.
 */
export async function lookAtImport(browser: RealBrowser, name: string): Promise<void> {
  const page = await browser.openOwn('library', '#/import');
  const see = async (selector: string, what: string) => {
    await page.page.waitForSelector(selector);
    await browser.picture(`${name}-import-${what}`);
    expect(await seriousFindings(page), what).toEqual([]);
    expect(await fitsItsWidth(page), what).toBe(true);
  };
  const choose = async (path: string) => {
    await page.page.waitForSelector('.import-drop button:enabled');
    await page.chooseFile(path);
  };
  // An import that goes on draws its buttons anew, also between the look for one and its click.
  const press = (selector: string) =>
    until(`${selector} is pressed`, async () => {
      await (await page.page.waitForSelector(selector))?.click();
      return true;
    });
  // In the page, because the import may have ended when a click arrives from outside. An import also
  // shows as paused for a moment before it runs.
  const pauseWhenItRuns = () =>
    page.page.evaluate(
      (button, end) =>
        new Promise<void>((resolve) => {
          let isPressed = false;
          const observer = new MutationObserver(() => {
            const pause = document.querySelector<HTMLElement>(button);
            pause?.click();
            isPressed ||= pause !== null;
            if (!isPressed || document.querySelector(end) === null) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
      '.import-jobs .result-card:has(.work-progress) .result-actions button',
      paused,
    );
  const submit = '.import-form button[type=submit]';
  // The form with the preview has a primary button too, and can still show when the import has begun.
  const paused = '.import-jobs .result-actions [data-look=primary]';

  await choose(fileOf('bookmarks.html', '\u0001\u0002 not a bookmark file'));
  await see('[role=alert]', 'error');
  await choose(fileOf('wallabag.json', JSON.stringify([WITH_IMAGES])));
  await press(submit);
  await page.page.waitForSelector('.import-images');
  const rows = Array.from({ length: MANY }, (_, at) => link(at, 'garden,ورق'));
  const broken = ['<A HREF="javascript:alert(1)">A script</A>', ...rows.slice(0, 3)];
  await choose(fileOf('bookmarks.html', netscape([...rows, ...broken])));
  await press('.import-counts summary');
  await see(submit, 'preview');
  // At once, so that most of it is still to be done when it goes on and is looked at.
  const isPaused = pauseWhenItRuns();
  await press(submit);
  await isPaused;
  await see(paused, 'paused');
  await press(paused);
  await see('.import-jobs progress[value]', 'progress');
  // The hint is about the articles, which are what comes next.
  const done =
    '.import-jobs li:first-child:has(.hint ~ .hint + .result-actions):not(:has(progress))';
  await see(`${done} .result-actions button + button`, 'report');
  await page.close();
}
