import { ADA } from './companion-server.ts';
import type { RealBrowser } from './real-browser.ts';
import type { ScreenPage } from './screen-page.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** Then the browser may ask again. */
const GOES_ON_WITHIN_MS = 10_000;
/** Several such questions. */
const ALLOWED_WITHIN_MS = 180_000;

/** Types the address of a server into the options and goes on. */
export async function goTo(options: ScreenPage, base: string): Promise<void> {
  await options.fill('textbox', 'Address of your server', base);
  await options.click('button', 'Continue');
}

/** The same for a server beside the one that somebody is signed in to, whose origin is the same. */
export async function goToAnother(options: ScreenPage, base: string): Promise<void> {
  await options.click('button', 'Add another account');
  await goTo(options, base);
  await options.waitFor('heading', `Sign in to ${new URL(base).host}`);
}

/** Signs in by a token, with the server found. */
export async function giveToken(options: ScreenPage, token: string): Promise<void> {
  await options.click('button', 'With a token');
  await options.fill('textbox', 'Token', token);
  await options.click('button', 'Sign in');
}

/** Signs in by a token from the first page on, where nobody is signed in yet. */
export async function signInByToken(
  browser: RealBrowser,
  base: string,
  token: string,
): Promise<void> {
  const options = await browser.openOwn('options');
  await browser.answer('allow', () => goTo(options, base));
  await giveToken(options, token);
  await options.waitFor('radio', /^All of them/);
}

/**
 * After a start the extension may have to be allowed again to talk to its server. Chromium forgets at
 * its next start what was loaded over the debugging pipe, and what it was allowed, however it was
 * ended; one that a person has loaded or installed keeps both. Firefox writes down late what was
 * allowed, and does not when it is killed. Does what a person does who reads of it in `library`, until
 * sync `isGoing`.
 */
export async function allowAgain(
  browser: RealBrowser,
  library: ScreenPage,
  isGoing: () => boolean | Promise<boolean>,
): Promise<void> {
  const go = async () => {
    if (await library.has('button', 'Allow')) {
      await browser.answer('allow', () => library.click('button', 'Allow'));
      await until('it goes on', isGoing, GOES_ON_WITHIN_MS);
    }
    return isGoing();
  };
  // Firefox may take its question away unanswered while it starts; a person clicks again.
  await until('it is allowed, and goes on', go, ALLOWED_WITHIN_MS);
}

/** The server's own page, in whichever window, past its sign-in, where it shows that button. */
export async function passSignIn(page: ScreenPage, then: string): Promise<void> {
  await page.waitFor('button', new RegExp(`^(Sign in|${then})$`));
  if (!(await page.has('button', 'Sign in'))) return;
  // A window that has just opened has the keys only once the window manager gave them to it.
  await until('the window has the keys', () => page.evaluate(() => document.hasFocus()));
  await page.fill('textbox', 'User name or e-mail address', ADA.name);
  await page.fill('textbox', 'Password', ADA.password);
  await page.click('button', 'Sign in');
  await page.waitFor('button', then);
}

/** Opens the sign-in page from the options; its window, where Ada is asked whether to allow it. */
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

/** Does what puts another library in use, for which the page begins anew; waits until it has. */
export async function beginsAnew(options: ScreenPage, act: () => Promise<void>): Promise<void> {
  await options.evaluate(() => {
    document.documentElement.dataset.isOld = 'true';
  });
  await act();
  await until('the page begins anew', () =>
    options.evaluate(() => document.documentElement.dataset.isOld === undefined),
  );
}

/** What is on the clipboard, as a person finds out: pasted into a field, here that of an address. */
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
