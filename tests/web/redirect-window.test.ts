import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PendingSignIn } from '../../src/service';
import { continueRedirect, createRedirectWindow, keepRedirect } from '../../web/redirect-window';

const APP = 'http://localhost:3000/';
const PENDING = {
  url: 'http://localhost:3000/authorize',
  redirectUri: APP,
  state: 'state',
  verifier: 'verifier',
  expiresAt: 1,
} as const satisfies Partial<PendingSignIn>;
const ANSWER = `${APP}?code=code&state=state`;

/** Leaves the page for the consent page, which redirects to `address`. */
function comeBackTo(address: string) {
  void createRedirectWindow(APP, sessionStorage, () => {}).open(PENDING as PendingSignIn);
  history.replaceState(null, '', new URL(address).search);
  keepRedirect(location, history, sessionStorage);
}

beforeEach(() => sessionStorage.clear());

describe('a sign-in for which the page was left', () => {
  it('is continued once, and its answer is not in the address', async () => {
    comeBackTo(ANSWER);
    expect(location.search).toBe('');
    const use = vi.fn(async () => null);
    await continueRedirect(sessionStorage, use);
    await continueRedirect(sessionStorage, use);
    expect(use.mock.calls).toEqual([[PENDING, ANSWER]]);
  });

  it('is continued by the next page when the first one is left in the middle', async () => {
    comeBackTo(ANSWER);
    void continueRedirect(sessionStorage, () => new Promise(() => {}));
    const use = vi.fn(async () => null);
    await continueRedirect(sessionStorage, use);
    expect(use).toHaveBeenCalledOnce();
  });

  it('is forgotten when the page comes back without an answer', async () => {
    comeBackTo(APP);
    const use = vi.fn(async () => null);
    await continueRedirect(sessionStorage, use);
    expect(use).not.toHaveBeenCalled();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not tried again after a failure, which later pages would repeat', async () => {
    comeBackTo(ANSWER);
    const use = vi.fn(() => Promise.reject(new Error('broken')));
    await expect(continueRedirect(sessionStorage, use)).rejects.toThrow('broken');
    await continueRedirect(sessionStorage, use);
    expect(use).toHaveBeenCalledOnce();
  });
});
