import type { Browser } from 'puppeteer-core';
import { placeOf } from '../../tests/e2e/support/find-by-role.ts';
import { byBrowser } from '../../tests/e2e/support/screen-page.ts';
import { until } from '../../tests/e2e/support/until.ts';

const OFFER = 'Sign in to the server on this computer';
/** Of the account in use. */
const SIGNED_IN = 'Signed in since';
const SIGNED_OUT = 'Sign in again';

/** Who is signed in: somebody; somebody was, whose account is kept; nobody, and it is offered. */
export type SignedIn = 'signed-in' | 'signed-out' | 'offered';

/**
 * Signs in to the companion server by one click in the options, where no account is in use; what the
 * options show then. `origin` is the extension's, which has to be allowed to reach that
 * server: a question of the browser would wait for a person.
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
    // In Firefox, going to an extension's page takes effect, but never resolves.
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
    return 'offered'; // It is offered all the same, and says there why it does not go.
  } finally {
    await page.close();
  }
}
