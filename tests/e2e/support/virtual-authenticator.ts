import type { Page } from 'puppeteer-core';
import type { BrowserName } from './browsers.ts';

/** An authenticator without hardware that keeps passkeys and answers at once. */
export interface VirtualAuthenticator {
  /** Sets the result of its PIN or finger. */
  verifies(isVerified: boolean): Promise<void>;
  /** Returns the domains of its passkeys. */
  domains(): Promise<readonly string[]>;
}

/** The preferences of a Firefox with an authenticator. The browser also needs `-remote-allow-system-access`. */
export const AUTHENTICATOR_PREFS = {
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
};

/** Gives the browser of a page an authenticator. */
export const addAuthenticator = (name: BrowserName, page: Page): Promise<VirtualAuthenticator> =>
  name === 'chromium' ? inChromium(page) : inFirefox(page);

async function inChromium(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.createCDPSession();
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    async domains() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ rpId }) => rpId ?? '');
    },
  };
}

/** The protocol connection, which is private in Puppeteer. */
interface Connection {
  send(method: string, parameters: object): Promise<{ result: unknown }>;
}

/** No protocol offers it, so its own window adds it, as the driver of Firefox does. */
async function inFirefox(page: Page): Promise<VirtualAuthenticator> {
  const { connection } = page.browser() as unknown as { connection: Connection };
  const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const { contexts } = tree.result as { contexts: readonly { readonly context: string }[] };
  const run = async (call: string): Promise<string> => {
    const { result } = await connection.send('script.evaluate', {
      target: { context: contexts[0]?.context },
      awaitPromise: true,
      expression: `String(Cc['@mozilla.org/webauthn/service;1']
        .getService(Ci.nsIWebAuthnService).${call})`,
    });
    const answer = result as { type: string; result?: { value: string } };
    if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
    return answer.result?.value ?? '';
  };
  const id = JSON.stringify(
    await run("addVirtualAuthenticator('ctap2_1', 'internal', true, true, true, true)"),
  );
  return {
    verifies: async (isVerified) => void (await run(`setUserVerified(${id}, ${isVerified})`)),
    async domains() {
      return JSON.parse(
        await run(`getCredentials(${id}).map(({ rpId }) => JSON.stringify(rpId))`).then(
          (list) => `[${list}]`,
        ),
      );
    },
  };
}
