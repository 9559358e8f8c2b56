import { describe, expect, it, vi } from 'vitest';
import type { WxtBrowser } from 'wxt/browser';
import { createServerRequest } from '../../../src/extension/account/origin-permissions';
import { fakeExtension } from '../support/fake-extension';

const card = (id: string, base: string) => ({
  id,
  base,
  library: null,
  username: 'ada',
  credential: 'token',
  serverVersion: '',
  signedInAt: 0,
  signedOutAt: null,
});
const status = (active: string) => ({
  active,
  library: null,
  signIn: null,
  accounts: [card('a', 'https://a.example:8443/keep'), card('b', 'http://b.example')],
});

describe('the permission request for the active server', () => {
  it('is made in the click itself', async () => {
    const fake = fakeExtension();
    fake.stored.set('accountStatus', status('a'));
    const request = vi.fn(async (_: { origins: string[] }) => true);
    const ask = createServerRequest({
      storage: fake.browser.storage,
      permissions: { request } as unknown as WxtBrowser['permissions'], // Only the used part.
    });
    await Promise.resolve();
    void ask();
    expect(request).toHaveBeenLastCalledWith({ origins: ['https://a.example/*'] });
    fake.event('storage.local.onChanged').fire({ accountStatus: { newValue: status('b') } });
    expect(await ask()).toBe(true);
    expect(request).toHaveBeenLastCalledWith({ origins: ['http://b.example/*'] });
  });
});
