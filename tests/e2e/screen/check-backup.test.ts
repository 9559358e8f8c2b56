import { describe, expect, it } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { downloaded, downloadsOf } from '../support/downloads.ts';
import { chooseOption } from '../support/options.ts';
import { saveByKey } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const TOUR = 'http://leafpress.example/tour';

/** Runs in a page with the extension's storage. Returns the databases of libraries. */
const libraries = async (): Promise<readonly string[]> =>
  (await indexedDB.databases()).flatMap(({ name = '' }) =>
    name.startsWith('leafmark') ? name : [],
  );

/** Runs there. Makes the library of a check that was stopped. */
const leaveCheck = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.open('leafmark:checked-backup');
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });

describe.each(BROWSERS)('a backup in %s', (name) => {
  const world = useWorld(name);

  it('is compared with the library, which says what has changed since, and leaves nothing behind', async () => {
    const { browser } = world;
    for (const path of ['reading-lamp.html', 'garden-arabic.html']) {
      await saveByKey(world, `${TOUR}/${path}`);
    }
    const before = await browser.runBehind(libraries);
    const earlier = downloadsOf(browser);
    const page = await browser.openOwn('library', '#/export');
    await page.click('button', 'Export');
    await page.sees('is ready');
    const file = await downloaded(browser, /^leafmark-.*\.zip$/, earlier);
    await page.click('button', 'Check this backup');
    await page.sees('The backup can be restored, and it has everything as it is in your library.');
    await page.sees('Articles (2)');
    await page.page.setViewport({ width: 1280, height: 900 });
    await page.picture(browser.artifact('check-same'));
    expect(await seriousFindings(page)).toEqual([]);
    expect(await browser.runBehind(libraries)).toEqual(before);

    await saveByKey(world, `${TOUR}/pressing-leaves.html`);
    await page.page.bringToFront();
    await page.chooseFile(file);
    await page.sees('it differs from your library.');
    await page.sees('Pages (1)');
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('.check-report details')) {
        (details as HTMLDetailsElement).open = true;
      }
    });
    for (const theme of ['Light', 'Dark']) {
      await chooseOption(browser, theme, { theme: theme === 'Dark' ? 'dark' : 'light' });
      await page.page.bringToFront();
      for (const [size, width] of [
        ['wide', 1280],
        ['narrow', 390],
      ] as const) {
        await page.page.setViewport({ width, height: 844 });
        await page.evaluate(() =>
          document.querySelector('.check-report')?.scrollIntoView({ block: 'end' }),
        );
        await page.picture(browser.artifact(`check-differs-${theme.toLowerCase()}-${size}`));
        expect(await fitsItsWidth(page)).toBe(true);
      }
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await page.picture(browser.artifact('check-differs-right-to-left'));
    expect(await fitsItsWidth(page)).toBe(true);
    await page.close();
  });

  it('leaves no library behind when its page was closed in the middle', async () => {
    const { browser } = world;
    const before = await browser.runBehind(libraries);
    await browser.runBehind(leaveCheck);
    expect(await browser.runBehind(libraries)).toHaveLength(before.length + 1);
    if (name === 'firefox') await browser.restart();
    else await browser.stopWorker();
    // It wakes the background.
    const page = await browser.openOwn('library', '#/export');
    await until('the library of the check is gone', async () =>
      (await browser.runBehind(libraries)).length === before.length ? true : undefined,
    );
    await page.close();
  });
});
