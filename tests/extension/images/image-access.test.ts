import { beforeEach, describe, expect, it, vi } from 'vitest';
import { neededOrigins } from '../../../src/background/account/needed-origins';
import { ALL_SITES, removeAllSites } from '../../../src/extension/images/image-access';

const calls: (readonly [string, object])[] = [];
vi.mock('wxt/browser', () => ({
  browser: {
    permissions: {
      // A permission request must come before the first await, or it is not part of the click.
      remove: async (what: object) => calls.push(['remove', what]) > 0,
      request: async (what: object) => calls.push(['request', what]) > 0,
    },
  },
}));

beforeEach(() => {
  calls.length = 0;
});

describe('the access to all sites', () => {
  it('is removed except for the servers, which are requested in the same click', () => {
    void removeAllSites(['https://read.example.org/*']);
    expect(calls).toEqual([
      ['remove', ALL_SITES],
      ['request', { origins: ['https://read.example.org/*'] }],
    ]);
  });

  it('is removed without a prompt when there is no server', async () => {
    expect(await removeAllSites([])).toBe(true);
    expect(calls).toEqual([['remove', ALL_SITES]]);
  });
});

describe('the origins of servers', () => {
  it('are those of accounts and of an import that are signed in, each once and without the port', () => {
    const accounts = [
      { base: 'https://read.example.org/keep', signedOutAt: null },
      { base: 'https://read.example.org:8443', signedOutAt: null },
      { base: 'http://127.0.0.1:8000', signedOutAt: 5 },
    ];
    const source = { account: { base: 'https://other.example', signedOutAt: null } };
    const pendingRevocations = ['http://nas.lan:8000'];
    expect(neededOrigins({ accounts, source, pendingRevocations })).toEqual([
      'https://read.example.org/*',
      'https://other.example/*',
      'http://nas.lan/*',
    ]);
  });
});
