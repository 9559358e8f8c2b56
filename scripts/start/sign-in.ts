import type { Browser } from 'puppeteer-core';
import { placeOf } from '../../tests/e2e/support/find-by-role.ts';
import { byBrowser } from '../../tests/e2e/support/screen-page.ts';
import { until } from '../../tests/e2e/support/until.ts';

const OFFER = 'Sign in to the server on this computer';
/** The text that the options show for the account in use. */
const SIGNED_IN = 'Signed in since';
const SIGNED_OUT = 'Sign in again';

/**
 * The state of signing in. `signed-out` means that an account is stored without a session;
 * `offered` means that there is no account yet.
 */
export type SignedIn = 'signed-in' | 'signed-out' | 'offered';

/**
 * Signs in to the companion server with one click in the options if no account is in use. Returns
 * the state that the options show then. The extension at `origin` needs permission to access the
 * server, because a question of the browser would wait for a person.
 */
export async function signInWhereNobodyIs(browser: Browser, origin: string): Promise<SignedIn> {
  const page = await browser.newPage();
  const button = (name: string) =>
    page.evaluate(placeOf, { role: 'button', name }, 'find' as const);
  const isSignedIn = async () =>
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
    (await page.evaluate(() => document.body.innerText)).includes(SIGNED_IN);
  try {
    await page.bringToFront();
    // In Firefox a navigation to a page of the extension takes effect but never resolves.
    page.goto(`${origin}/options.html`).catch(() => {});
    const offer = await until('the options show who is signed in', async () => {
      if (await isSignedIn()) return 'signed-in';
      return (await button(SIGNED_OUT)) ? 'signed-out' : button(OFFER);
    });
    if (typeof offer === 'string') return offer;
    await byBrowser(page, offer, 'left');
    await until('somebody is signed in', isSignedIn);
    return 'signed-in';
  } catch {
    return 'offered'; // The server is offered anyway, and the options show there why signing in failed.
  } finally {
    await page.close();
  }
}
