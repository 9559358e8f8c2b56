import { signal } from '@preact/signals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '../../../src/domain/result';
import { DEFAULT_SYNC_SETTINGS } from '../../../src/domain/settings';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { SettingsPage } from '../../../src/ui/settings/settings-page';
import type { Shortcut, ShortcutChange } from '../../../src/ui/settings/shortcuts-section';
import { loaded, page, type TestLibrary, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeStore } from '../account/fake-store';
import { memorySettings } from '../reader/open-article';
import { fakeSync } from '../sync/fake-sync';
import { fakeBackups } from './fake-backups';

const GIGABYTE = 1e9;
const disk = {
  estimate: vi.fn(async () => ({ usage: 2 * GIGABYTE, quota: 100 * GIGABYTE })),
  persist: vi.fn(async () => false),
  persisted: vi.fn(async () => false),
};
const keys = new Map<string, string>();
const list = async (): Promise<Shortcut[]> => [...keys].map(([name, k]) => ({ name, keys: k }));
const isAllowed = signal<boolean | null>(false);
const hosts = signal<readonly string[] | null>([]);
const highlightSites = { hosts, allow: vi.fn(async () => true), revoke: vi.fn(async () => {}) };
const imageAccess = { isAllowed, request: vi.fn(async () => true), revoke: vi.fn(async () => {}) };
const isBadgeAllowed = signal<boolean | null>(false);
const savedBadge = {
  isAllowed: isBadgeAllowed,
  request: vi.fn(async () => true),
  revoke: vi.fn(async () => {}),
};
const browserPage = {
  kind: 'browser-page',
  open: vi.fn(async () => {}),
} as const;
const here = {
  kind: 'here',
  set: vi.fn(async (name: string, chosen: string): Promise<Result<void, string>> => {
    keys.set(name, chosen);
    return ok(undefined);
  }),
} as const;

beforeEach(() => {
  isAllowed.value = false;
  isBadgeAllowed.value = false;
  keys.clear();
  keys.set('_execute_action', 'Alt+Shift+D').set('save-page', 'Alt+Shift+J');
});

afterEach(() => {
  act(cleanup); // Preact cleans effects up after the next paint, which no test waits for.
  vi.clearAllMocks();
});

let clock: TestLibrary['clock'];

async function open(change: ShortcutChange = browserPage, sync = fakeSync({}, 'nobody')) {
  const { library, clock: time } = await testLibrary({ storage: disk });
  clock = time;
  await library.bookmarks.save(page());
  const settings = memorySettings();
  const view = render(
    <SettingsPage
      deps={{
        sync,
        accounts: fakeStore(),
        settings,
        imageAccess,
        savedBadge,
        highlightSites,
        backups: fakeBackups().store,
        shortcuts: { list, change },
        library: Promise.resolve(ok(library)),
        version: '1.2.3',
      }}
    />,
  );
  await screen.findByText('1 bookmark');
  return { ...view, settings, library };
}

describe('the settings page', () => {
  it('has no serious accessibility findings', async () => {
    const { container } = await open(here);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('has at most 400 words before anything is unfolded', async () => {
    const { container } = await open();
    await screen.findByRole('combobox', { name: 'Trash' });
    expect(wordsShown(container).length).toBeLessThanOrEqual(400);
  });

  it('goes to the section of its address', async () => {
    window.location.hash = '#storage';
    await open();
    expect(document.activeElement?.id).toBe('storage');
    window.location.hash = '';
  });

  it('lists the sites on which highlights appear by themselves, and removes one', async () => {
    hosts.value = ['garden.example'];
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Remove: garden.example' }));
    expect(highlightSites.revoke).toHaveBeenCalledWith('garden.example');
    fireEvent.click(screen.getByRole('button', { name: 'Always show highlights on all sites' }));
    expect(highlightSites.allow).toHaveBeenCalledWith('*');
    act(() => {
      hosts.value = ['*'];
    });
    expect(
      screen.queryByRole('button', { name: 'Always show highlights on all sites' }),
    ).toBeNull();
  });

  it('shows the version and that nothing is sent anywhere', async () => {
    await open();
    expect(screen.getByText('Leafmark 1.2.3')).toBeTruthy();
    expect(screen.getByText(/No telemetry/)).toBeTruthy();
  });
});

/** The words on the page as a person first sees it: nothing unfolded, one option of each list. */
function wordsShown(container: Element): readonly string[] {
  const shown = container.cloneNode(true) as Element;
  const isHidden = 'details > :not(summary), option + option, [hidden], .visually-hidden';
  for (const each of shown.querySelectorAll(isHidden)) each.remove();
  const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (texts.nextNode()) words.push(...(texts.currentNode.nodeValue ?? '').split(/\s+/));
  return words.filter((word) => /[\p{L}\d]/u.test(word));
}

describe('Saving', () => {
  it('lets the toolbar button only open the popup', async () => {
    const { settings } = await open();
    fireEvent.click(screen.getByRole('radio', { name: /only opens/ }));
    expect(settings.settings.value.toolbarClick).toBe('open');
  });
});

describe('The badge of saved pages', () => {
  it('appears on every page once the browser was asked, and can be limited again', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Show on every page whether it is saved' }));
    expect(savedBadge.request).toHaveBeenCalledOnce();
    act(() => {
      isBadgeAllowed.value = true;
    });
    fireEvent.click(screen.getByRole('button', { name: 'Show it only after a click' }));
    expect(savedBadge.revoke).toHaveBeenCalledOnce();
  });
});

describe('Reader', () => {
  it('shows each change at once in a sample', async () => {
    const { container } = await open();
    fireEvent.input(screen.getByRole('slider', { name: /^Size/ }), { target: { value: '25' } });
    const sample = container.querySelector<HTMLElement>('.options-sample')!;
    expect(sample.style.getPropertyValue('--reader-size')).toBe('1.5625rem');
  });
});

describe('Images', () => {
  it('requests the access, with the reason beside the button', async () => {
    await open();
    expect(screen.getByText(/permission to read data on all websites/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Keep all images' }));
    expect(imageAccess.request).toHaveBeenCalledOnce();
  });

  it('revokes the access once it is granted', async () => {
    await open();
    act(() => {
      isAllowed.value = true;
    });
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw the permission' }));
    expect(imageAccess.revoke).toHaveBeenCalledOnce();
  });

  it('offers nothing before the browser has reported the permission', async () => {
    isAllowed.value = null;
    await open();
    expect(screen.queryByRole('button', { name: /permission|Keep all/ })).toBeNull();
  });
});

describe('Storage', () => {
  it('links to the search for duplicates', async () => {
    await open();
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Find duplicates' });
    expect(link.getAttribute('href')).toBe('/library.html#/duplicates');
  });

  it('shows how much is used and how much the browser allows', async () => {
    await open();
    expect(await screen.findByText('2 GB used of the 100 GB allowed.')).toBeTruthy();
  });

  it('warns when storage is nearly full', async () => {
    disk.estimate.mockResolvedValueOnce({ usage: 99 * GIGABYTE, quota: 100 * GIGABYTE });
    await open();
    expect((await screen.findByRole('alert')).textContent).toMatch(/nearly full/);
  });

  it('requests persistent storage, also after it was denied', async () => {
    const { library } = await open();
    await library.storage.askToPersist();
    disk.persist.mockResolvedValueOnce(true);
    disk.persisted.mockResolvedValueOnce(true);
    fireEvent.click(await screen.findByRole('button', { name: 'Ask the browser to keep it' }));
    expect(await screen.findByText(/keeps your library until/)).toBeTruthy();
    expect(disk.persist).toHaveBeenCalledTimes(2);
  });

  it('explains what a denial of persistent storage means', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Ask the browser to keep it' }));
    expect(await screen.findByText(/The browser has not agreed/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ask the browser to keep it' })).toBeTruthy();
  });

  it('shows the space that each part of the library uses, largest first', async () => {
    disk.estimate.mockResolvedValue({ usage: 30, quota: 100 * GIGABYTE });
    await open();
    const table = await screen.findByRole('table', { name: 'Use of space' });
    const rows = within(table).getAllByRole('row');
    expect(rows[0]?.textContent).toMatch(/^Articles\d+ bytes$/);
    expect(within(table).getByRole('row', { name: /^Trash 0 bytes/ })).toBeTruthy();
  });

  it('shows what fewer days in the trash remove, before it is applied', async () => {
    const { library } = await open();
    const { rows } = await library.bookmarks.page({ view: 'all', limit: 1, after: null });
    const { id } = rows[0]!;
    await library.bookmarks.trash([id]);
    clock.now = unixMs(clock.now + 8 * DAY_MS);
    const trash = await screen.findByRole('combobox', { name: 'Trash' });
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
    fireEvent.change(trash, { target: { value: '7' } });
    expect(await screen.findByText(/Bookmarks that will be deleted for good: 1/)).toBeTruthy();
    expect(await library.bookmarks.get(id)).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/From now on this is done once a day/)).toBeTruthy();
    expect(await library.bookmarks.get(id)).toBeNull();
  });

  it('shows what the rule for images of archived pages frees, before it is applied', async () => {
    const { library } = await open();
    const url = 'https://example.org/press.png';
    const archived = {
      page: page({ url: 'https://example.org/old', images: [url] }),
      isArchived: true,
    };
    const { added } = value(await library.bookmarks.addMany([archived], { outbox: false }));
    value(await library.articles.addImages(added[0]!, [loaded(url, 'bytes')]));
    clock.now = unixMs(clock.now + 31 * DAY_MS);
    const images = await screen.findByRole('combobox', { name: 'Images of archived pages' });
    fireEvent.change(images, { target: { value: '30' } });
    await screen.findByText(/Pages that will lose their images: 1 \(5 bytes\)/);
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText(/From now on this is done once a day/);
    const article = await library.articles.get(added[0]!);
    expect(article?.images).toMatchObject([{ url, hash: null, reason: 'released' }]);
  });

  it('offers to remove articles that the server has only where there is a server', async () => {
    await open();
    await screen.findByRole('combobox', { name: 'Trash' });
    expect(screen.queryByRole('combobox', { name: /^Articles of archived pages/ })).toBeNull();
    act(cleanup);
    await open(browserPage, fakeSync({}, 'signed-in'));
    expect(
      await screen.findByRole('combobox', { name: /^Articles of archived pages/ }),
    ).toBeTruthy();
  });

  it('reports that the library cannot be opened', async () => {
    render(
      <SettingsPage
        deps={{
          accounts: fakeStore(),
          sync: fakeSync(),
          settings: memorySettings(),
          imageAccess,
          savedBadge,
          highlightSites,
          backups: fakeBackups().store,
          shortcuts: { list, change: browserPage },
          library: Promise.resolve(err({ kind: 'unavailable', detail: 'private mode' })),
          version: '1',
        }}
      />,
    );
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /What you saved is still on disk/,
    );
  });
});

describe('Shortcuts', () => {
  it('shows the keys that the browser has', async () => {
    keys.set('save-page', '');
    await open();
    expect(await screen.findByText('Alt+Shift+D')).toBeTruthy();
    expect(screen.getByText('Save this page').nextElementSibling?.textContent).toBe('Not set');
  });

  it("leads to the browser's own page where only that can change them", async () => {
    await open(browserPage);
    fireEvent.click(screen.getByRole('button', { name: 'Change the shortcuts' }));
    expect(browserPage.open).toHaveBeenCalledOnce();
  });

  it('reads the keys again when the page gets the focus', async () => {
    await open(browserPage);
    await screen.findByText('Alt+Shift+J');
    keys.set('save-page', 'Ctrl+Shift+9');
    fireEvent.focus(window);
    expect(await screen.findByText('Ctrl+Shift+9')).toBeTruthy();
  });

  it('sets the pressed keys where the browser allows it', async () => {
    await open(here);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Save this page' });
    fireEvent.keyDown(field, { code: 'KeyB', altKey: true, shiftKey: true });
    await waitFor(() => expect(field.value).toBe('Alt+Shift+B'));
    fireEvent.keyDown(field, { key: 'Backspace' });
    await waitFor(() => expect(field.value).toBe(''));
  });

  it('shows why the browser refuses some keys', async () => {
    here.set.mockResolvedValueOnce(err('Alt+Shift+Q is taken'));
    await open(here);
    const field = await screen.findByRole('textbox', { name: 'Save this page' });
    fireEvent.keyDown(field, { code: 'KeyQ', altKey: true, shiftKey: true });
    expect((await screen.findByRole('alert')).textContent).toContain('Alt+Shift+Q is taken');
  });
});

describe('sync', () => {
  it('sets which articles are downloaded automatically', async () => {
    const sync = fakeSync();
    await open(browserPage, sync);
    const section = screen.getByRole('region', { name: 'Sync' });
    const radio = (name: RegExp) => within(section).getByRole<HTMLInputElement>('radio', { name });
    expect(radio(/^All of them/).checked).toBe(true);
    fireEvent.click(radio(/^Only those in Unread/));
    expect(sync.change).toHaveBeenCalledWith({ articles: 'unread' });
  });

  it('sets the space for the newest articles, in steps and with the current value', async () => {
    const sync = fakeSync();
    sync.settings.value = { ...DEFAULT_SYNC_SETTINGS, articles: 'newest', newestMb: 300 };
    await open(browserPage, sync);
    const room = screen.getByRole<HTMLSelectElement>('combobox', {
      name: 'Room for articles and images',
    });
    expect(room.value).toBe('300');
    expect(
      within(room)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([...['50 MB', '100 MB', '200 MB', '300 MB', '500 MB', '1 GB', '2 GB', '5 GB']]);
    fireEvent.change(room, { target: { value: '200' } });
    expect(sync.change).toHaveBeenCalledWith({ newestMb: 200 });
  });

  it('is hidden when nobody is signed in', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Sync' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Sync' })).toBeNull();
  });
});

describe('the links to the sections', () => {
  it('lead to every section in the order of the page', async () => {
    const { container } = await open(browserPage, fakeSync());
    const sections = [...container.querySelectorAll('section.options-section')];
    const links = within(screen.getByRole('navigation', { name: 'Sections' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual([...sections.map(({ id }) => `#${id}`), '/library.html']);
    expect(new Set(links).size).toBe(links.length);
  });
});
