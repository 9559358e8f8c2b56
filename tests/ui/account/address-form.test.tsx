import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import { seriousFindings } from '../../support/accessibility';
import { become, choosing, openPanel, problem } from './fake-store';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Address/ });
const type = (text: string) => fireEvent.input(field(), { target: { value: text } });
const goOn = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));

describe('the address form', () => {
  it('looks for the server within the click, with the address as it was typed', () => {
    const { store } = openPanel();
    type('read.example.org');
    goOn();
    expect(store.findServer).toHaveBeenCalledExactlyOnceWith('read.example.org', '');
  });

  it('sends the extra headers, which are folded by default', () => {
    const { store, container } = openPanel();
    expect(container.querySelector('details')?.open).toBe(false);
    type('read.example.org');
    fireEvent.input(screen.getByLabelText('Headers, one per line'), {
      target: { value: 'X-Key: a' },
    });
    goOn();
    expect(store.findServer).toHaveBeenCalledWith('read.example.org', 'X-Key: a');
  });

  it('shows that it is looking, and does not start a second search', async () => {
    const { store } = openPanel();
    let found = (_: Awaited<ReturnType<typeof store.findServer>>) => {};
    store.findServer.mockReturnValue(
      new Promise((resolve) => {
        found = resolve;
      }),
    );
    type('read.example.org');
    goOn();
    expect(await screen.findByText('Looking for the server…')).toBeTruthy();
    goOn();
    expect(store.findServer).toHaveBeenCalledOnce();
    found(ok(problem('not-allowed')));
    expect((await screen.findByRole('alert')).textContent).toMatch(/allow it when the browser/);
    expect(screen.queryByText('Looking for the server…')).toBeNull();
  });

  it.each(['http://example.org', ' http://192.168.1.7:8000/'])('warns about %s', (typed) => {
    openPanel();
    type(typed);
    expect(screen.getByText(/not encrypted/)).toBeTruthy();
  });

  it.each(['https://example.org', 'http', 'http://localhost:8000', 'http://127.0.0.1:8000'])(
    'does not warn about %s',
    (typed) => {
      openPanel();
      type(typed);
      expect(screen.queryByText(/not encrypted/)).toBeNull();
    },
  );

  it('focuses the field and describes the error when the address is invalid', async () => {
    const { store, container } = openPanel();
    store.findServer.mockResolvedValue(ok(problem('not-an-address')));
    type('my server');
    goOn();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^Type the address of a server/);
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(field().getAttribute('aria-describedby')).toBe(alert.id);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('unfolds the headers when one of them is invalid', async () => {
    const { store, container } = openPanel();
    store.findServer.mockResolvedValue(ok(problem('bad-header', 'Cookie: a')));
    goOn();
    expect((await screen.findByRole('alert')).textContent).toContain('Cookie: a');
    await waitFor(() => expect(container.querySelector('details')?.open).toBe(true));
    expect(document.activeElement).toBe(screen.getByLabelText('Headers, one per line'));
  });

  it('reports that the background did not respond', async () => {
    const { store } = openPanel();
    store.findServer.mockResolvedValue(err({ kind: 'unreachable' }));
    goOn();
    expect((await screen.findByRole('alert')).textContent).toMatch(/background did not answer/);
  });

  it('keeps the address when no server was found, and offers the connection check', async () => {
    const { store, container } = openPanel();
    type('read.example.org');
    const notFound = { base: 'https://read.example.org', problem: problem('offline') };
    store.findServer.mockImplementation(async () => {
      become(store, { signIn: { kind: 'not-found', ...notFound } });
      return ok(notFound.problem);
    });
    goOn();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(
      /does not answer.*No bookmark was changed.*Check the spelling/,
    );
    expect(field().value).toBe('read.example.org');
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Check the connection' }));
    expect(store.background.examine).toHaveBeenCalledOnce();
  });

  it('restores the address when the page is opened later', () => {
    const base = 'https://read.example.org';
    openPanel({ signIn: { kind: 'not-found', base, problem: problem('timeout') } });
    expect(field().value).toBe(base);
    expect(screen.getByRole('alert').textContent).toMatch(/took too long/);
  });

  it('is replaced by the server that was found, which takes the focus', async () => {
    const { store } = openPanel();
    field().focus();
    become(store, { signIn: choosing() });
    const heading = await screen.findByRole('heading', {
      name: 'Sign in to read.example.org/keep',
    });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

describe('the companion server', () => {
  it('is offered with one button', () => {
    const { store } = openPanel();
    become(store, {});
    expect(screen.queryByRole('button', { name: /on this computer/ })).toBeNull();
    store.companion.value = 'http://localhost:8000';
    return vi.waitFor(() => {
      fireEvent.click(
        screen.getByRole('button', { name: 'Sign in to the server on this computer' }),
      );
      expect(store.signInToCompanion).toHaveBeenCalled();
    });
  });

  it('explains why signing in failed', async () => {
    const { store } = openPanel();
    store.companion.value = 'http://localhost:8000';
    store.signInToCompanion.mockResolvedValue(ok(problem('offline')));
    fireEvent.click(await screen.findByRole('button', { name: /on this computer/ }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/does not answer/);
  });
});
