import { fileOf, netscape } from './import-looks.ts';
import type { ScreenPage } from './screen-page.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** A line of a file of bookmarks. */
export const link = (url: string, title = url) =>
  `<A HREF="${url}" ADD_DATE="1600000000">${title}</A>`;

/** Imports addresses without titles or with titles, as other programs export them. */
export async function importPages(world: World, lines: readonly string[]): Promise<ScreenPage> {
  const page = await world.browser.openOwn('library', '#/import');
  await page.waitFor('button', 'Choose a file');
  await page.chooseFile(fileOf('pages.html', netscape(lines)));
  const count = lines.length.toLocaleString('en');
  await page.waitFor('button', `Import (${count})`);
  // Earlier imports are listed, too.
  const ended = async () => (await page.text()).split('Pages added:').length;
  const before = await ended();
  await page.click('button', `Import (${count})`);
  await until('the import is over', async () => (await ended()) > before);
  return page;
}

const ALL_SITES = { origins: ['*://*/*'] };

/** Calls a function of the permissions in a page of the extension. */
export const permissions = (page: ScreenPage, call: 'contains' | 'remove') =>
  page.evaluate(
    async (name, wanted) => {
      type Api = { permissions: Record<string, (wanted: object) => Promise<boolean>> };
      const { browser: firefox, chrome } = globalThis as unknown as Record<string, Api>;
      return (await (firefox ?? chrome)?.permissions[name]?.(wanted)) === true;
    },
    call,
    ALL_SITES,
  );

/** Clicks a button that asks for the access to all sites, after the first time, and allows it. */
export const allowSites = ({ browser }: World, page: ScreenPage, button: string): Promise<void> =>
  // Chromium grants again without a question what was given back.
  browser.name === 'firefox'
    ? browser.answer('allow', () => page.click('button', button))
    : page.click('button', button);
