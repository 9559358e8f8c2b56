import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RealBrowser } from './real-browser.ts';
import { until } from './until.ts';

/** The names of the files that the browser has downloaded. */
export const downloadsOf = ({ downloads }: RealBrowser): readonly string[] =>
  existsSync(downloads) ? readdirSync(downloads) : [];

/**
 * Waits for a file whose name matches and which is not among `earlier`, and returns its path. Firefox
 * keeps the name with an empty file until the download is complete.
 */
export async function downloaded(
  browser: RealBrowser,
  name: RegExp,
  earlier: readonly string[] = [],
): Promise<string> {
  const file = await until(`a file ${name} is downloaded`, () =>
    downloadsOf(browser).find(
      (each) =>
        name.test(each) &&
        !earlier.includes(each) &&
        statSync(join(browser.downloads, each)).size > 0,
    ),
  );
  return join(browser.downloads, file);
}
