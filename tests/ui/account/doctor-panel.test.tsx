import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { err } from '../../../src/domain/result';
import type { Finding } from '../../../src/service';
import { finding as found } from '../../../src/service/account/doctor-findings';
import { explained } from '../../../src/service/account/doctor-results';
import { seriousFindings } from '../../support/accessibility';
import { ada, BASE, become, choosing, type FakeStore, openPanel } from './fake-store';

const signedIn = { accounts: [ada], active: ada.id };

function find(store: FakeStore, findings: readonly Finding[], isDone = false): void {
  act(() => {
    store.examination.value = { base: BASE, findings, isDone };
  });
}

const finding = (...parts: Parameters<typeof found>) => explained(found(...parts));
const reached = finding('reach', 'doctorReached', 'read.example.org');
const plain = finding('privacy', 'doctorPlain');
const bad = finding('token', 'problemUnauthorised');
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
    find(store, [reached, plain, bad, skipped], true);
    const lines = [...container.querySelectorAll('.doctor-finding > div > p')];
    expect(lines.map((line) => line.textContent)).toEqual([
      'Good: read.example.org answers.',
      expect.stringMatching(/^Remark: The connection is not encrypted/),
      'Problem: The server does not accept this sign-in.',
      expect.stringMatching(/^Not checked: /),
    ]);
    const marks = [...container.querySelectorAll('.doctor-finding > .icon')];
    expect(new Set(marks.map((mark) => mark.innerHTML)).size).toBe(4);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it.each<[string, readonly Finding[]]>([
    ['Everything is as it should be.', [reached]],
    ['Everything works. Remarks: 1', [reached, plain]],
    ['Problems found: 1', [plain, bad]],
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

  it.each([
    ['too-large', 'It is too large for the server.'],
    ['server', 'The server, or a proxy in front of it, reports a fault.'],
    ['moved', 'The server redirects to another address.'],
    ['aborted', 'This was stopped before it was finished.'],
    ['not-found', 'The server has nothing at that address.'],
    ['timeout', 'The server took too long to answer.'],
  ])('shows the error %s as text, and names unchanged', (kind, words) => {
    const { store, container } = call();
    const written = finding('write', 'doctorNotWritten', kind);
    find(store, [finding('token', 'doctorTokenGood', 'server'), written], true);
    expect(container.textContent).toContain(`A bookmark could not be created. ${words}`);
    expect(container.textContent).toContain('The sign-in of server is valid.');
  });

  it('shows a cause that prevented several checks only once', () => {
    const { store, container } = call();
    const rest = (['read', 'write'] as const).map((step) => finding(step, 'doctorNotAsked'));
    find(store, [bad, ...rest, finding('scopes', 'doctorMayUnknown')], true);
    expect(container.querySelectorAll('.doctor-finding')).toHaveLength(3);
  });

  it('copies its report, and can be repeated', async () => {
    const writeText = vi.fn(async (_: string) => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const { store } = call();
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
    find(store, [reached, bad], true);
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(writeText.mock.calls[0]?.[0]).toBe(
      [
        BASE,
        'reach: good — read.example.org answers.',
        'token: bad — The server does not accept this sign-in.',
        '  - Sign in',
      ].join('\n'),
    );
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
