import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Browser, WxtBrowser } from 'wxt/browser';
import { ok } from '../../src/domain';
import type { Accounts } from '../../src/extension/account/accounts';
import { createService } from '../../src/extension/service';
import type { ServiceScript } from '../../src/extension/service-script';

let stored: Record<string, unknown>;
const accounts = {
  answer: vi.fn(async () => ok('answered')),
  resume: vi.fn(async () => {}),
} satisfies Partial<Accounts>;
const runner = {
  run: vi.fn(async () => {}),
  startAnew: vi.fn(async () => {}),
  attend: vi.fn(),
  answer: vi.fn(() => null),
};
const loadService = vi.fn<() => Promise<ServiceScript>>();

/** A fake has the part that is used. */
const service = () =>
  createService({
    browser: { storage: { local: { get: async () => stored } } } as unknown as WxtBrowser,
    libraries: { open: vi.fn(), remove: vi.fn(), use: vi.fn() },
    loadService,
    loadDoctor: async () => {
      throw new Error('Nobody asks for it here');
    },
  });

beforeEach(() => {
  stored = {};
  vi.clearAllMocks();
  loadService.mockResolvedValue({
    createAccounts: () => accounts as unknown as Accounts,
    createSync: () => runner,
  });
});

describe('accounts, as the background has them', () => {
  it('load their program at the first message, once', async () => {
    const background = service();
    expect(loadService).not.toHaveBeenCalled();
    expect(await background.answer('companion', {})).toEqual(ok('answered'));
    await background.answer('examine', {});
    expect(loadService).toHaveBeenCalledTimes(1);
    expect(accounts.answer.mock.calls).toEqual([
      ['companion', {}],
      ['examine', {}],
    ]);
  });

  it('say so when it can not be loaded, and try again', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    loadService.mockRejectedValueOnce(new Error('no such file'));
    const background = service();
    expect(await background.answer('companion', {})).toEqual({
      ok: false,
      error: { kind: 'failed', detail: 'Error: no such file' },
    });
    expect(await background.answer('companion', {})).toEqual(ok('answered'));
    silence.mockRestore();
  });

  it('load it for a sign-in or a token that another worker left, and not without one', async () => {
    stored = { signIn: null, leftTokens: null };
    await service().resume();
    expect(loadService).not.toHaveBeenCalled();
    stored = { signIn: { run: 'a' } };
    await service().resume();
    stored = { signIn: null, leftTokens: [{ token: 'b' }] };
    await service().resume();
    expect(accounts.resume).toHaveBeenCalledTimes(2);
  });
});

describe('sync, as the background has it', () => {
  const somebody = (signedOutAt: number | null) => ({
    accountStatus: { active: 'a', accounts: [{ id: 'a', signedOutAt }] },
  });

  it('has its program read once somebody is signed in, and not before', async () => {
    const background = service();
    await background.sync('by-itself');
    stored = somebody(1);
    await background.sync('asked');
    await background.syncAnew();
    expect(loadService).not.toHaveBeenCalled();
    stored = somebody(null);
    await background.sync('asked');
    await background.syncAnew();
    expect(loadService).toHaveBeenCalledTimes(1);
    expect(runner.run.mock.calls).toEqual([['asked']]);
    expect(runner.startAnew).toHaveBeenCalledTimes(1);
  });

  it('hands over the ports of pages while somebody is signed in', async () => {
    const background = service();
    const port = {} as Browser.runtime.Port;
    await background.attend(port);
    expect(loadService).not.toHaveBeenCalled();
    stored = somebody(null);
    await background.attend(port);
    expect(runner.attend.mock.calls).toEqual([[port]]);
  });

  it('hears of a sign-out too, to end what runs', async () => {
    const background = service();
    stored = somebody(null);
    await background.sync('here');
    stored = {};
    await background.syncAnew();
    expect(runner.startAnew).toHaveBeenCalledTimes(1);
  });

  it('never throws', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    stored = somebody(null);
    loadService.mockRejectedValueOnce(new Error('no such file'));
    await service().sync('here');
    expect(silence).toHaveBeenCalledTimes(1);
    silence.mockRestore();
  });
});
