import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { err } from '../../../src/domain/result';
import type { Check, Finding, FoundCheck } from '../../../src/service';
import { explained } from '../../../src/service/account/doctor-results';
import { seriousFindings } from '../../support/accessibility';
import { ada, BASE, become, choosing, type FakeStore, openPanel } from './fake-store';

const signedIn = { accounts: [ada], active: ada.id };

function find(store: FakeStore, findings: readonly Finding[], isDone = false): void {
  act(() => {
    store.examination.value = { base: BASE, findings, isDone };
  });
}

const finding = (check: Check, key: FoundCheck['key'], ...values: readonly string[]) =>
  explained({ check, key, values });
const reached = finding('reach', 'doctorReached', 'read.example.org');
const old = finding('server', 'doctorVersionOld', '0.14');
const bad = finding('signIn', 'problemUnauthorised');
const skipped = finding('write', 'doctorNotAsked');

function call(status: Parameters<typeof openPanel>[0] = signedIn) {
  const view = openPanel(status);
  fireEvent.click(screen.getByRole('button', { name: 'Check the connection' }));
  return view;
}

describe('the connection check', () => {
  it('starts from the account, takes the focus and shows that it is running', async () => {
    const { store } = call();
    expect(store.background.examine).toHaveBeenCalledOnce();
    const heading = await screen.findByRole('heading', { name: 'Check the connection' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByText('Checking…')).toBeTruthy();
  });

  it('shows each finding as it arrives, by word and shape and not only by colour', async () => {
    const { store, container } = call();
    find(store, [reached]);
    expect(screen.getByRole('heading', { name: /read\.example\.org\/keep/ })).toBeTruthy();
    expect(screen.getByText('Checking…')).toBeTruthy();
    find(store, [reached, old, bad, skipped], true);
    const lines = [...container.querySelectorAll('.doctor-finding > div > p')];
    expect(lines.map((line) => line.textContent)).toEqual([
      'Good: Connection: read.example.org answers.',
      expect.stringMatching(/^Remark: Server: The server's version is 0\.14/),
      'Problem: Sign-in: The server does not accept this sign-in.',
      expect.stringMatching(/^Not checked: Saving: /),
    ]);
    const marks = [...container.querySelectorAll('.doctor-finding > .icon')];
    expect(new Set(marks.map((mark) => mark.innerHTML)).size).toBe(4);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it.each<[string, readonly Finding[]]>([
    ['Everything is as it should be.', [reached]],
    ['Everything works. Remarks: 1', [reached, old]],
    ['Problems found: 1', [old, bad]],
  ])('ends with %s', (words, findings) => {
    const { store } = call();
    find(store, findings, true);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('lists the most likely advice first', () => {
    const { store, container } = call();
    find(store, [finding('reach', 'doctorNotReached', 'x.example')], true);
    const advice = [...container.querySelectorAll('.doctor-advice li')];
    expect(advice.map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Open the address in a tab/),
      expect.stringMatching(/^Check the spelling of the address/),
      expect.stringMatching(/^If the tab warns about the certificate/),
    ]);
  });

  it('copies its report, and can be repeated', async () => {
    const writeText = vi.fn(async (_: string) => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const { store } = call();
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
    find(store, [reached, bad], true);
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(writeText.mock.calls[0]?.[0].split('\n')).toEqual([
      BASE,
      'reach: good — read.example.org answers.',
      'signIn: bad — The server does not accept this sign-in.',
      '  - Sign in',
      expect.stringMatching(/^ {2}- .*“Authorization”/),
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(store.background.examine).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });

  it('reports that it could not be started', async () => {
    const { store } = openPanel(signedIn);
    store.background.examine.mockResolvedValue(err({ kind: 'unreachable' }));
    fireEvent.click(screen.getByRole('button', { name: 'Check the connection' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/did not answer/);
    expect(screen.queryByText('Checking…')).toBeNull();
  });

  it('disappears when it is closed, and when its subject is gone', async () => {
    const { store } = call({ signIn: choosing() });
    find(store, [reached], true);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/answers\.$/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Check the connection' }));
    expect(await screen.findByText(/answers\.$/)).toBeTruthy();
    become(store, { signIn: null, ...signedIn });
    expect(screen.queryByText(/answers\.$/)).toBeNull();
  });

  it('disappears when its account is signed out, and does not come back', async () => {
    const { store } = call();
    find(store, [reached], true);
    become(store, { accounts: [{ ...ada, signedOutAt: 1 }] });
    expect(screen.queryByText(/answers\.$/)).toBeNull();
    become(store, signedIn);
    expect(screen.queryByText(/answers\.$/)).toBeNull();
  });
});
