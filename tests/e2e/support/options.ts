import type { Settings } from '../../../src/domain/settings';
import type { RealBrowser } from './real-browser.ts';
import { until } from './until.ts';

/** A setting as it is stored. */
type Choice = Pick<Settings, 'toolbarClick'> | Pick<Settings['reader'], 'theme'>;

/** Selects a radio button of the options and waits until its setting is stored. */
export async function chooseOption(
  browser: RealBrowser,
  radio: string | RegExp,
  choice: Choice,
): Promise<void> {
  const options = await browser.openOwn(
    'options',
    'toolbarClick' in choice ? '#/saving' : '#/reader',
  );
  await options.click('radio', radio);
  const json = JSON.stringify(choice).slice(1, -1);
  await until(`${json} is kept`, () => options.evaluate(isKept, json));
  await options.close();
}

/** Runs in a page of the extension. */
async function isKept(json: string): Promise<boolean> {
  type Api = { readonly storage: { readonly local: { get(): Promise<unknown> } } };
  // The API is called `browser` in Firefox and `chrome` in Chromium.
  const { browser, chrome } = globalThis as unknown as Partial<Record<'browser' | 'chrome', Api>>;
  return JSON.stringify(await (browser ?? chrome)?.storage.local.get()).includes(json);
}
