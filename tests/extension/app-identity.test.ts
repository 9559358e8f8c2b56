import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WxtBrowser } from 'wxt/browser';
import { isPublicAddress } from '../../src/domain/private-address';
import { appIdentity } from '../../src/extension/browser-ports';
import { PROJECT_ROOT } from '../support/project';

const runtime = {
  id: 'abcdefghijklmnopabcdefghijklmnop',
  getURL: (path: string) => `chrome-extension://abcdefghijklmnopabcdefghijklmnop${path}`,
  getManifest: () => ({ version: '1.2.3' }),
};
// The fake has only the part of the browser's type that is used.
const browser = { runtime } as unknown as Pick<WxtBrowser, 'runtime'>;
const loadFile = async (address: string) =>
  new Response(readFileSync(`${PROJECT_ROOT}/public${new URL(address).pathname}`));

describe('the app identity', () => {
  it.each([
    ['chromium', 'Leafmark (Chromium)'],
    ['firefox', 'Leafmark (Firefox)'],
  ] as const)(
    'has the name of the browser, a public address and the version, in %s',
    async (browserName, name) => {
      const identity = await appIdentity(browser, loadFile, browserName)();
      const { uri, softwareVersion } = identity;
      expect(identity.name).toBe(name);
      expect(new URL(uri).protocol).toBe('https:');
      expect(isPublicAddress(uri)).toBe(true);
      expect(softwareVersion).toBe('1.2.3');
    },
  );

  it('contains an icon that servers accept', async () => {
    const { logo = '' } = await appIdentity(browser, loadFile, 'chromium')();
    expect(logo).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    expect(logo.length).toBeLessThanOrEqual(8192); // protocol.md section 4.3
  });
});
