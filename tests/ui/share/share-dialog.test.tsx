import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOfFile } from '../../../src/domain/added-file';
import type { Bookmark } from '../../../src/domain/bookmark';
import { err, ok } from '../../../src/domain/result';
import type { ShareProblem } from '../../../src/domain/share';
import { ShareDialog } from '../../../src/ui/share/share-dialog';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { type FakeBackground, fakeBackground } from '../fake-background';

const URL_A = 'https://pages.example/harbour';
const copied = vi.fn(async (_: string) => {});

let bookmark: Bookmark;
let background: FakeBackground;
const onClose = vi.fn();
beforeEach(async () => {
  fillBrowserGaps();
  const { library } = await testLibrary();
  const saved = value(await library.bookmarks.save(page({ url: URL_A, title: 'The harbour' })));
  bookmark = { ...saved.bookmark, serverId: 'abc' };
  background = fakeBackground();
  vi.stubGlobal('navigator', { clipboard: { writeText: copied } });
  vi.clearAllMocks();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (changes: Partial<Bookmark> = {}) =>
  render(
    <ShareDialog
      bookmark={{ ...bookmark, ...changes }}
      background={background}
      onClose={onClose}
    />,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const heading = (name: string) => screen.queryByRole('heading', { level: 3, name });
const withEmail = () =>
  background.shareServer.mockResolvedValue(ok({ host: 'server.example', hasEmail: true }));

describe('sharing the address of a page', () => {
  it('copies it without asking a server', async () => {
    open();
    press('Copy address');
    await screen.findByText('Copied');
    expect(copied).toHaveBeenCalledWith(URL_A);
    expect(background.shareByLink).not.toHaveBeenCalled();
  });

  it('uses the share sheet of the system, and nothing happens when it is closed', async () => {
    const share = vi.fn(async (_: ShareData) => {
      throw new DOMException('closed', 'AbortError');
    });
    vi.stubGlobal('navigator', { clipboard: { writeText: copied }, share, canShare: () => true });
    open();
    press('Share with…');
    await waitFor(() => expect(share).toHaveBeenCalledWith({ title: 'The harbour', url: URL_A }));
  });

  it('has no button for a share sheet where the system has none', () => {
    open();
    expect(screen.queryByRole('button', { name: 'Share with…' })).toBeNull();
  });

  it('shows the title and the address before anything is shared', () => {
    open();
    expect(screen.getByText('The harbour')).toBeTruthy();
    expect(screen.getByText(URL_A)).toBeTruthy();
  });

  it('is not offered for a file from a disk, which has its name instead', () => {
    open({ url: addressOfFile('ab'.repeat(32), 'my harbour.pdf') });
    expect(screen.queryByRole('button', { name: 'Copy address' })).toBeNull();
    expect(screen.getByText('my harbour.pdf')).toBeTruthy();
    expect(document.body.textContent).not.toContain('leafmark.invalid');
  });
});

describe('sharing the saved text', () => {
  it('is not offered without a server, and the dialog leads to the sign-in', async () => {
    background.shareServer.mockResolvedValue(ok(null));
    open();
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe('options.html');
    expect(heading('Link to the saved text')).toBeNull();
  });

  it('sends the page first if the server does not have it', async () => {
    background.syncNow.mockReturnValueOnce(new Promise(() => {}));
    open({ serverId: null });
    await screen.findByText(/^Your server gets this page first/);
    expect(background.shareServer).toHaveBeenCalledWith({ first: bookmark.id });
    expect(heading('Link to the saved text')).toBeNull();
  });

  it('says why the server did not get the page, and sends it again', async () => {
    background.sharedLinks.mockResolvedValueOnce(ok(err({ problem: 'signed-out', detail: '' })));
    const view = open({ serverId: null });
    await screen.findByText(/sign in/i);
    expect(screen.queryByText(/^Your server gets this page first/)).toBeNull();
    let end = () => {};
    background.syncNow.mockImplementationOnce(
      () =>
        new Promise((done) => {
          end = () => done(ok(null));
        }),
    );
    press('Try again');
    await screen.findByText(/^Your server gets this page first/);
    expect(document.activeElement).toBe(screen.getByText(/^Your server gets/).parentElement);
    await waitFor(() => expect(background.syncNow).toHaveBeenCalledTimes(2));
    end();
    await screen.findByText(/^The server does not have this page/);
    expect(await seriousFindings(view.container)).toEqual([]);
  });

  it('says what others see before it creates a link, and how long the link works', async () => {
    open();
    await screen.findByText(/^Anyone with the link can read the text, .* on server\.example/);
    expect(background.shareByLink).not.toHaveBeenCalled();
    fireEvent.change(screen.getByRole('combobox', { name: 'How long the link works' }), {
      target: { value: 'month' },
    });
    press('Create a link');
    const field = await screen.findByRole('textbox', { name: 'Link to the saved text' });
    expect(field).toHaveProperty('value', 'https://server.example/@b/abc');
    await screen.findByText(/^Works until .*2026/);
    press('Copy link');
    await waitFor(() => expect(copied).toHaveBeenCalledWith('https://server.example/@b/abc'));
    expect(background.shareByLink).toHaveBeenCalledExactlyOnceWith({
      id: bookmark.id,
      lifetime: 'month',
    });
  });

  it('lists the links to the page with the new one', async () => {
    const link = { id: 'l1', bookmark: 'abc', title: 'The harbour', expires: null, isOwn: true };
    background.sharedLinks.mockResolvedValueOnce(ok(ok([]))).mockResolvedValueOnce(ok(ok([link])));
    open();
    await vi.waitFor(() => press('Create a link'));
    const withdraw = await screen.findByRole('button', {
      name: 'Withdraw the link to The harbour',
    });
    expect(background.sharedLinks).toHaveBeenCalledTimes(2);
    fireEvent.click(withdraw);
    press('Withdraw');
    await screen.findByText('The link no longer works.');
    // The address that was shown leads nowhere now.
    expect(screen.queryByRole('textbox', { name: 'Link to the saved text' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Create a link' })).toBeTruthy();
  });

  it.each<[ShareProblem, RegExp]>([
    ['signed-out', /signed out\. Sign in again/],
    ['not-on-server', /nothing was shared\. Sync/],
    ['offline', /nothing was shared\. Try again later/],
    ['server-busy', /nothing was shared\. Try again later/],
    ['not-allowed', /browser does not let/],
    ['wrong-server', /Another program/],
    ['refused', /refused it\. \(403 no permission\)/],
    ['library-unavailable', /Restart the browser and try again/],
  ])('says what to do after the problem %s', async (problem, text) => {
    const detail = problem === 'refused' ? '403 no permission' : '';
    background.shareByLink.mockResolvedValue(ok(err({ problem, detail })));
    open();
    await vi.waitFor(() => press('Create a link'));
    await screen.findByText(text, { selector: '[role="status"]' });
    expect(screen.getByRole('button', { name: 'Create a link' })).toHaveProperty('disabled', false);
  });

  it('offers e-mail only where the server can send it', async () => {
    open();
    await screen.findByRole('heading', { level: 3, name: 'Link to the saved text' });
    expect(heading('E-mail')).toBeNull();
  });

  it('sends the text or an e-book to an address', async () => {
    withEmail();
    open();
    const to = await screen.findByRole('textbox', { name: 'To' });
    fireEvent.input(to, { target: { value: ' eve@example.org ' } });
    fireEvent.click(screen.getByRole('radio', { name: /E-book/ }));
    press('Send');
    await screen.findByText('Your server sends it to eve@example.org.');
    const message = { email: 'eve@example.org', format: 'epub' };
    expect(background.shareByEmail).toHaveBeenCalledExactlyOnceWith({ id: bookmark.id, message });
  });

  it('says that a message may have been sent when the server did not answer', async () => {
    withEmail();
    background.shareByEmail.mockResolvedValue(ok(err({ problem: 'offline', detail: '' })));
    open();
    const to = await screen.findByRole('textbox', { name: 'To' });
    fireEvent.input(to, { target: { value: 'eve@example.org' } });
    press('Send');
    await screen.findByText(/^The server did not answer\. The message may have been sent/);
  });

  it('has no serious accessibility problem', async () => {
    withEmail();
    open();
    await vi.waitFor(() => press('Create a link'));
    await screen.findByText(/^Works until/);
    expect(await seriousFindings(document.body)).toEqual([]);
  });
});
