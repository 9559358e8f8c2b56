import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import { seriousFindings } from '../../support/accessibility';
import { ada, become, checking, choosing, openPanel, problem, server } from './fake-store';

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const fill = (label: string, text: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value: text } });

describe('the ways to sign in', () => {
  it('are offered in the order of the server card', () => {
    openPanel({ signIn: choosing() });
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names.slice(0, 4)).toEqual([
      'Open the sign-in page',
      'With a code on another device',
      'With user name and password',
      'With a token',
    ]);
  });

  it("open the server's page with one click", () => {
    const { store } = openPanel({ signIn: choosing() });
    click('Open the sign-in page');
    expect(store.signIn).toHaveBeenCalledExactlyOnceWith({ way: 'code' });
  });

  it('are folded, and have no serious accessibility findings when unfolded', async () => {
    const { container } = openPanel({ signIn: choosing() });
    expect(await seriousFindings(container)).toEqual([]);
    for (const name of ['With a code on another device', 'With a token']) {
      expect(screen.getByRole('button', { name }).getAttribute('aria-expanded')).toBe('false');
      click(name);
      expect(screen.getByRole('button', { name }).getAttribute('aria-expanded')).toBe('true');
      expect(await seriousFindings(container)).toEqual([]);
    }
  });

  it('request a code for another device', () => {
    const { store } = openPanel({ signIn: choosing() });
    click('With a code on another device');
    click('Get a code');
    expect(store.signIn).toHaveBeenCalledExactlyOnceWith({ way: 'device' });
  });

  it('accept a token, and link to the page where it is created', () => {
    const { store } = openPanel({ signIn: choosing() });
    click('With a token');
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /profile/ });
    expect(link.href).toBe('https://read.example.org/keep/profile');
    fill('API token', ' abc ');
    click('Sign in');
    expect(store.signIn).toHaveBeenCalledExactlyOnceWith({ way: 'token', token: ' abc ' });
  });

  it('keep the user name and password during the check and after a wrong password', async () => {
    const ways = ['password', 'token'] as const;
    const { store } = openPanel({ signIn: choosing({ ways }) });
    const wrong = problem('wrong-password');
    let answer = (_: Awaited<ReturnType<typeof store.signIn>>) => {};
    store.signIn.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    fill('User name', 'ada');
    fill('Password', 'lovelace');
    click('Sign in');
    expect(store.signIn).toHaveBeenCalledExactlyOnceWith({
      way: 'password',
      username: 'ada',
      password: 'lovelace',
    });
    become(store, { signIn: checking(null, { ways }) });
    expect(screen.getByText('Checking…')).toBeTruthy();
    become(store, { signIn: choosing({ ways }, wrong) });
    answer(ok(wrong));
    await screen.findByText(/the password is wrong/);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('User name').value).toBe('ada');
  });

  it('offer the token when the server accepts no apps', async () => {
    const { store } = openPanel({ signIn: choosing() });
    become(store, { signIn: choosing({}, problem('client-not-accepted', 'no such host')) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/can't look up.*Create a token.*no such host/);
    expect(await screen.findByLabelText('API token')).toBeTruthy();
  });

  it.each([
    ['no-window', 'Password'],
    ['other-redirect', 'Password'],
    ['not-granted', 'Password'],
    ['password-not-offered', 'API token'],
  ] as const)('open the next one after %s: %s', async (kind, field) => {
    const { store } = openPanel({ signIn: choosing() });
    expect(screen.queryByLabelText(field)).toBeNull();
    become(store, { signIn: choosing({}, problem(kind)) });
    expect(await screen.findByLabelText(field)).toBeTruthy();
  });

  it('focus the next form when the focused one has disappeared', async () => {
    const { store } = openPanel({ signIn: choosing() });
    click('With user name and password');
    screen.getByLabelText('Password').focus();
    become(store, { signIn: choosing({}, problem('password-not-offered')) });
    const field = await screen.findByLabelText('API token');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('open no way that the server does not support', async () => {
    const ways = ['code', 'token'] as const;
    const { store } = openPanel({ signIn: choosing({ ways }) });
    become(store, { signIn: choosing({ ways }, problem('no-window')) });
    await screen.findByRole('alert');
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('can be left for another server or for the connection check', () => {
    const { store } = openPanel({ signIn: choosing() });
    click('Use another server');
    expect(store.background.cancelSignIn).toHaveBeenCalledExactlyOnceWith({ use: 'account' });
    click('Check the connection');
    expect(store.background.examine).toHaveBeenCalledOnce();
  });

  it('warn about plain HTTP, and show which server redirected here', () => {
    openPanel({ signIn: choosing({ base: 'http://nas.lan', movedFrom: 'http://old.lan/keep' }) });
    expect(screen.getByText(/not encrypted/)).toBeTruthy();
    expect(screen.getByText('old.lan/keep redirects here.')).toBeTruthy();
  });
});

describe('the page of the server', () => {
  it('is reported to be open, and can be cancelled', async () => {
    const { store, container } = openPanel({ signIn: { kind: 'window', server: server() } });
    expect(screen.getByRole('heading', { name: 'The sign-in page is open' })).toBeTruthy();
    expect(await seriousFindings(container)).toEqual([]);
    click('Cancel');
    expect(store.background.cancelSignIn).toHaveBeenCalledExactlyOnceWith({ use: 'account' });
  });

  it('is followed by the check and then by the account, which takes the focus', async () => {
    const { store } = openPanel({ signIn: { kind: 'window', server: server() } });
    become(store, { signIn: checking() });
    expect(screen.getByRole('heading', { name: 'Checking…' })).toBeTruthy();
    become(store, { signIn: null, accounts: [ada], active: ada.id });
    const card = screen.getByRole('region', { name: 'ada' });
    await waitFor(() => expect(document.activeElement).toBe(card));
  });

  it('resumes on request when the network failed after the user had granted access', async () => {
    const { store, container } = openPanel({ signIn: choosing() });
    become(store, { signIn: checking() });
    become(store, { signIn: checking(problem('offline')) });
    const heading = await screen.findByRole('heading', { name: /not finished yet/ });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByRole('status').textContent).toMatch(
      /does not answer.*finishes the sign-in as soon as it can/,
    );
    expect(await seriousFindings(container)).toEqual([]);
    click('Try again');
    // The event of the click would be a malformed message.
    expect(store.background.pokeSignIn).toHaveBeenCalledExactlyOnceWith();
    click('Cancel');
    expect(store.background.cancelSignIn).toHaveBeenCalledExactlyOnceWith({ use: 'account' });
  });

  it('shows how long to wait when the server limits requests after the user had granted access', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const busy = { ...problem('rate-limited'), waitMs: 90_000 };
    const { store } = openPanel({
      signIn: { ...checking(busy), notBefore: 1_000_000 + 65_000 },
    });
    const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' });
    const timer = screen.getByRole('timer');
    expect(timer.textContent).toBe('The server asks Leafmark to wait for another 1:05.');
    expect(again.disabled).toBe(true);
    await pass(64_000);
    expect(timer.textContent).toBe('The server asks Leafmark to wait for another 0:01.');
    await pass(1_000);
    expect(screen.queryByRole('timer')).toBeNull();
    expect(again.disabled).toBe(false);
    click('Try again');
    // The event of the click would be a malformed message.
    expect(store.background.pokeSignIn).toHaveBeenCalledExactlyOnceWith();
    vi.useRealTimers();
  });

  it('can be opened again after it was closed', async () => {
    const { store } = openPanel({ signIn: { kind: 'window', server: server() } });
    become(store, { signIn: choosing({}, problem('window-closed')) });
    expect(screen.getByRole('alert').textContent).toMatch(/window was closed/);
    click('Open the sign-in page');
    expect(store.signIn).toHaveBeenCalledOnce();
  });
});

describe('the code for another device', () => {
  const device = (expiresAt = Date.now() + 600_000) =>
    ({
      kind: 'device',
      server: server(),
      code: 'BCDF-GHJK',
      page: `${server().base}/device`,
      pageWithCode: `${server().base}/device?user_code=BCDFGHJK`,
      expiresAt,
    }) as const;

  it('is shown with a link and a QR code', async () => {
    const { container } = openPanel({ signIn: device() });
    expect(screen.getByText('BCDF-GHJK')).toBeTruthy();
    const link = screen.getByRole<HTMLAnchorElement>('link', {
      name: 'read.example.org/keep/device',
    });
    expect(link.href).toBe('https://read.example.org/keep/device');
    const picture = await screen.findByRole('img', { name: /^QR code of read\.example\.org/ });
    expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h7v1h-7z/);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('is copied, with a confirmation', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    openPanel({ signIn: device() });
    click('Copy');
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledExactlyOnceWith('BCDF-GHJK');
    vi.unstubAllGlobals();
  });

  it('is shown in a field when the browser refuses to copy it', async () => {
    vi.stubGlobal('navigator', {});
    openPanel({ signIn: device() });
    click('Copy');
    await screen.findByText(/did not let Leafmark copy/);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('BCDF-GHJK');
    vi.unstubAllGlobals();
  });

  it('counts down and keeps the background awake while it is shown', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { store, unmount } = openPanel({ signIn: device(1_000_000 + 61_000) });
    const timer = screen.getByRole('timer');
    expect(timer.textContent).toBe('The code is valid for another 1:01.');
    await pass(10_000);
    expect(store.background.pokeSignIn).toHaveBeenCalledTimes(2);
    expect(timer.textContent).toBe('The code is valid for another 0:51.');
    await pass(52_000);
    expect(timer.textContent).toBe('The code has expired.');
    unmount();
    store.background.pokeSignIn.mockClear();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.background.pokeSignIn).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});
