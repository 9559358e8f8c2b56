import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { urlKey } from '../../../src/domain/url-identity';
import type { Library } from '../../../src/library';
import { openLibraryPage } from '../library-page/open-library-page';

const find = async (library: Library) => {
  const key = urlKey('https://example.org/leaf');
  return key && library.bookmarks.findByUrlKey(key);
};

/** The number of bookmarks outside of the trash. */
const countIn = (library: Library) =>
  new Promise<number>((resolve) => {
    const stop = library.bookmarks.watchCounts(({ all }) => {
      resolve(all);
      queueMicrotask(() => stop());
    });
  });

const GIVEN = '#/add/https%3A%2F%2Fexample.org%2Fleaf/A%20leaf';

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Address of the page' });
/** The one of the list's footer has no such name. */
const saveButton = () => screen.findByRole('button', { name: 'Save' });
const status = async () =>
  within(await screen.findByRole('main'))
    .getAllByRole('status')
    .at(0);

async function type(text: string): Promise<void> {
  fireEvent.input(await field(), { target: { value: text } });
  fireEvent.click(await saveButton());
}

describe('Add a page', () => {
  it('saves a typed address with its outbox entry, and leads to it', async () => {
    const { library } = await openLibraryPage('#/add');
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
    await type('example.org/leaf');
    const link = await screen.findByRole('link', { name: 'Read now' });
    const saved = await find(library);
    expect(saved).toMatchObject({ title: 'https://example.org/leaf', trashedAt: null });
    expect(link.getAttribute('href')).toBe(`#/read/${saved?.id}`);
    expect((await field()).value).toBe('');
  });

  it('says of an address that is no web page that nothing was saved', async () => {
    const { library } = await openLibraryPage('#/add');
    const before = await countIn(library);
    await type('javascript:alert(1)');
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      "That address can't be opened again, so it was not saved.",
    );
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    expect(await countIn(library)).toBe(before);
  });

  it('makes no second bookmark of a page that is there', async () => {
    const { library } = await openLibraryPage('#/add');
    await type('https://example.org/leaf');
    await screen.findByText(/^Saved/);
    fireEvent.click(await saveButton());
    await screen.findByText(/^Saved/);
    await type('https://example.org/leaf?utm_source=x');
    await screen.findByText(/^Already saved/);
    expect(await countIn(library)).toBe(4);
  });

  it('saves a page that was given only after a press, with its title', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const { library } = await openLibraryPage(GIVEN);
    await screen.findByRole('heading', { name: 'A leaf' });
    await waitFor(async () => expect(document.activeElement).toBe(await saveButton()));
    expect(await countIn(library)).toBe(3);
    // A press that was meant for the page before.
    fireEvent.click(await saveButton());
    vi.mocked(performance.now).mockReturnValue(1_000);
    fireEvent.click(await saveButton());
    // A second press of the same person.
    fireEvent.click(await saveButton());
    await screen.findByText(/^Saved/);
    const saved = await find(library);
    expect(saved?.title).toBe('A leaf');
    expect(await status()).toHaveProperty('textContent', expect.stringContaining('A leaf'));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Read now' })),
    );
  });

  it('takes a page that was given back to the trash, and offers to save it again', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const { library } = await openLibraryPage(GIVEN);
    const save = await saveButton();
    vi.mocked(performance.now).mockReturnValue(1_000);
    fireEvent.click(save);
    await screen.findByText(/^Saved/);
    fireEvent.click(within((await status())!).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText(/^Saved/)).toBeNull());
    await waitFor(async () => expect(document.activeElement).toBe(await saveButton()));
    expect((await field()).value).toBe('https://example.org/leaf');
    expect(await countIn(library)).toBe(3);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await countIn(library)).toBe(4));
  });

  const inInstalledApp = () =>
    Object.assign(window.matchMedia('(display-mode: standalone)'), { matches: true });

  it('saves at once what another app shares with the installed app, with Undo and its labels', async () => {
    const before = async () => void inInstalledApp();
    const { library } = await openLibraryPage(GIVEN, { isWebApp: true, before });
    await screen.findByText('Saved: A leaf');
    await waitFor(() => expect(window.location.hash).toBe('#/unread'));
    expect(await find(library)).toMatchObject({ title: 'A leaf', trashedAt: null });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Deleted: A leaf');
    expect(await countIn(library)).toBe(3);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await countIn(library)).toBe(4));
  });

  it('offers the labels of a shared page that is there already', async () => {
    const given = { kind: 'address', url: 'https://example.org/leaf', title: 'A leaf' } as const;
    await openLibraryPage(GIVEN, {
      isWebApp: true,
      before: async (library) => {
        inInstalledApp();
        await library.bookmarks.save({ ...given, excerpt: '', reason: 'not-open' });
      },
    });
    await screen.findByText('Already saved: A leaf');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    const toasts = within(screen.getByRole('region', { name: 'Messages' }));
    fireEvent.click(toasts.getByRole('button', { name: 'Labels' }));
    await screen.findByRole('dialog');
  });

  const given = (name: string) =>
    `#/add/${encodeURIComponent(`https://example.org/${name}`)}/${name}`;
  const isAsked = async () => expect(await saveButton()).toBeTruthy();

  it('saves at most ten shared pages at once in ten minutes, and asks for more', async () => {
    localStorage.clear();
    const now = vi.spyOn(Date, 'now');
    const start = Date.now();
    const before = async () => void inInstalledApp();
    const { library } = await openLibraryPage('#/unread', { isWebApp: true, before });
    const share = async (name: string, afterMs: number) => {
      now.mockReturnValue(start + afterMs);
      window.location.hash = given(name);
    };
    for (let n = 1; n <= 10; n += 1) {
      await share(`page-${n}`, n * 1_000);
      await waitFor(async () => expect(await countIn(library)).toBe(3 + n));
      await waitFor(() => expect(window.location.hash).toBe('#/unread'));
    }
    await share('too-many', 12_000);
    await isAsked();
    expect(await countIn(library)).toBe(13);
    await share('later', 700_000);
    await waitFor(async () => expect(await countIn(library)).toBe(14));
  });

  it('asks in the installed app before it saves a page that another site gives', async () => {
    localStorage.clear();
    vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://other.example/');
    const before = async () => void inInstalledApp();
    const { library } = await openLibraryPage(GIVEN, { isWebApp: true, before });
    await isAsked();
    expect(await countIn(library)).toBe(3);
  });

  it('ignores a return key that was held down before', async () => {
    await openLibraryPage(GIVEN);
    const button = await saveButton();
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  });

  it('takes the address from the clipboard after a press, or says that it may not', async () => {
    await openLibraryPage('#/add');
    const readText = vi.fn(async () => 'a.example').mockRejectedValueOnce(new Error('denied'));
    vi.stubGlobal('navigator', { clipboard: { readText } });
    fireEvent.click(await screen.findByRole('button', { name: 'Paste' }));
    await screen.findByRole('alert');
    fireEvent.click(await screen.findByRole('button', { name: 'Paste' }));
    await waitFor(async () => expect((await field()).value).toBe('a.example'));
  });
});
