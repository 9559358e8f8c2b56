import { describe, expect, it, vi } from 'vitest';
import type { WxtBrowser } from 'wxt/browser';
import { err, ok } from '../../../src/domain/result';
import { createOriginRequest } from '../../../src/extension/account/origin-permissions';
import { FakeEvent } from '../support/fake-extension';

function fakePermissions(held: readonly string[], answer = true) {
  const request = vi.fn(async (_: { origins: readonly string[] }) => answer);
  const [onAdded, onRemoved] = [new FakeEvent(), new FakeEvent()];
  const fake = { getAll: async () => ({ origins: held }), request, onAdded, onRemoved };
  // The fake has only the part of the browser's type that is used.
  return { request, permissions: fake as unknown as WxtBrowser['permissions'] };
}

describe('the permission request for a server', () => {
  it('is made before anything is awaited, for each origin at which the server may be', () => {
    const { request, permissions } = fakePermissions([]);
    void createOriginRequest(permissions)('http://read.local:8000/keep');
    expect(request.mock.calls).toEqual([[{ origins: ['http://read.local/*'] }]]);
  });

  it('returns the origins that were not allowed before, which are the only ones to remove later', async () => {
    const { permissions } = fakePermissions(['https://192.168.0.2/*']);
    const ask = createOriginRequest(permissions);
    await vi.waitFor(async () =>
      expect(await ask('192.168.0.2')).toEqual(ok(['http://192.168.0.2/*'])),
    );
  });

  it.each([
    ['not-allowed', 'read.example.org', false],
    ['empty', ' ', true],
    ['not-an-address', 'read me', true],
  ] as const)('returns the problem %s', async (kind, address, answer) => {
    const { request, permissions } = fakePermissions([], answer);
    const result = await createOriginRequest(permissions)(address);
    expect(result).toEqual(err({ kind, detail: '', waitMs: null }));
    expect(request).toHaveBeenCalledTimes(kind === 'not-allowed' ? 1 : 0);
  });
});
