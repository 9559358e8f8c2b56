import { act } from './act.ts';
import { ADA, type CompanionServer } from './companion-server.ts';
import type { RealBrowser } from './real-browser.ts';
import type { ScreenPage } from './screen-page.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** After this time the browser may show the prompt again. */
const PROMPT_TIMEOUT_MS = 10_000;
/** Long enough for several prompts. */
const PERMISSION_TIMEOUT_MS = 180_000;

/** Types the address of a server into the options and continues. */
export async function goTo(options: ScreenPage, base: string): Promise<void> {
  await options.fill('textbox', 'Address of your server', base);
  await options.click('button', 'Continue');
}

/**
 * Opens the options with an account and without an unfinished sign-in. After a failed test there may
 * be no account, or an unfinished sign-in.
 */
export async function openAccount(
  { browser }: World,
  server: CompanionServer,
): Promise<ScreenPage> {
  const options = await browser.openOwn('options');
  await options.waitFor('button', /^(Add another account|Continue|Use another server|Cancel)$/);
  for (const end of ['Use another server', 'Cancel']) {
    if (await options.has('button', end)) await options.click('button', end);
  }
  await options.waitFor('button', /^(Add another account|Continue)$/);
  if (await options.has('button', 'Add another account')) return options;
  const go = () => goTo(options, server.base);
  await ((await options.evaluate(mayConnect)) ? go() : browser.answer('allow', go));
  await enterToken(options, await server.newToken());
  await options.waitFor('button', 'Add another account');
  return options;
}

/** Runs in a page of the extension. Returns true if the browser allows it to connect to servers here. */
export function mayConnect(): Promise<boolean> {
  type Api = { readonly permissions: { contains(all: { origins: string[] }): Promise<boolean> } };
  // The API is called `browser` in Firefox and `chrome` in Chromium.
  const { browser, chrome } = globalThis as unknown as Partial<Record<'browser' | 'chrome', Api>>;
  const { permissions } = (browser ?? chrome)!;
  return permissions.contains({ origins: ['http://127.0.0.1/*'] });
}

/** Does the same as `goTo` for another server of the same origin as that of a signed-in account. */
export async function goToAnother(options: ScreenPage, base: string): Promise<void> {
  await options.click('button', 'Add another account');
  await goTo(options, base);
  await options.waitFor('heading', `Sign in to ${new URL(base).host}`);
}

/** Signs in with a token when the server is selected. */
export async function enterToken(options: ScreenPage, token: string): Promise<void> {
  await options.click('button', 'With a token');
  await options.fill('textbox', 'API token', token);
  await options.click('button', 'Sign in');
}

/** Signs in with a token for the first time, from the start page. */
export async function signInByToken(
  browser: RealBrowser,
  base: string,
  token: string,
): Promise<void> {
  const options = await browser.openOwn('options');
  await browser.answer('allow', () => goTo(options, base));
  await enterToken(options, token);
  await options.waitFor('button', 'Add another account');
}

/**
 * Allows the extension again to access its server after a restart, if necessary, as a person does,
 * until sync `isGoing`. Chromium forgets an extension that was loaded over the debugging pipe, and
 * its permissions, at each start; an installed extension keeps them. Firefox stores granted
 * permissions late, so a killed browser loses them.
 */
export async function allowAgain(
  browser: RealBrowser,
  library: ScreenPage,
  isGoing: () => boolean | Promise<boolean>,
): Promise<void> {
  const allow = async () => {
    if (!(await library.has('button', 'Allow'))) return;
    await browser.answer('allow', () => library.click('button', 'Allow'));
  };
  // Firefox may remove its prompt without an answer while it starts, so the click is repeated.
  await act('it is allowed and continues', allow, isGoing, {
    repeatAfterMs: PROMPT_TIMEOUT_MS,
    timeoutMs: PERMISSION_TIMEOUT_MS,
  });
}

/** Signs in on the server's page, in whichever window, until it shows the button `then`. */
export async function passSignIn(page: ScreenPage, then: string): Promise<void> {
  const signsIn = new RegExp(`^(Sign in|${then})$`);
  // The page for a code comes from another site for the browser, so it asks first.
  const goOn = async () => {
    if (then === 'Continue' && (await page.has('link', then))) await page.click('link', then);
  };
  await act('the page of the server shows', goOn, () => page.has('button', signsIn));
  if (!(await page.has('button', 'Sign in'))) return;
  await page.fill('textbox', 'User name or e-mail address', ADA.name);
  await page.fill('textbox', 'Password', ADA.password);
  await page.click('button', 'Sign in');
  await page.waitFor('button', then);
}

/** Opens the sign-in page from the options. Returns its window, which asks Ada for her consent. */
export async function openConsent(
  { browser }: World,
  options: ScreenPage,
  base: string,
): Promise<ScreenPage> {
  await options.click('button', 'Open the sign-in page');
  const window = await browser.tab(new RegExp(`^${base}/(login|authorize)`));
  await passSignIn(window, 'Allow');
  return window;
}

/** Calls `act`, which activates another library, and waits until the page has reloaded. */
export async function waitForReload(options: ScreenPage, act: () => Promise<void>): Promise<void> {
  await options.evaluate(() => {
    document.documentElement.dataset.isOld = 'true';
  });
  await act();
  await until('the page reloads', () =>
    options.evaluate(() => document.documentElement.dataset.isOld === undefined),
  );
}

/** Returns the text of the clipboard, which is pasted into an address field for this. */
export async function pasted(options: ScreenPage): Promise<string> {
  const field = ['textbox', 'Address of your server'] as const;
  await options.click('button', 'Add another account');
  await options.fill(...field, '');
  await options.press('ctrl+v');
  const text = await until(
    'something is pasted',
    async () => (await options.value(...field)) || null,
  );
  await options.click('button', 'Cancel');
  return text;
}
