import { signal } from '@preact/signals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SYNC_SETTINGS, err, ok, type Result } from '../../../src/domain';
import { SettingsPage } from '../../../src/ui/settings/settings-page';
import type { Shortcut, ShortcutChange } from '../../../src/ui/settings/shortcuts-section';
import { page, testLibrary } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeStore } from '../account/fake-store';
import { memorySettings } from '../reader/open-article';
import { fakeSync } from '../sync/fake-sync';

const GIGABYTE = 1e9;
const disk = {
  estimate: vi.fn(async () => ({ usage: 2 * GIGABYTE, quota: 100 * GIGABYTE })),
  persist: vi.fn(async () => false),
  persisted: vi.fn(async () => false),
};
const keys = new Map<string, string>();
const list = async (): Promise<Shortcut[]> => [...keys].map(([name, k]) => ({ name, keys: k }));
const isAllowed = signal<boolean | null>(false);
const imageAccess = { isAllowed, ask: vi.fn(async () => true), takeBack: vi.fn(async () => {}) };
const browserPage = {
  kind: 'browser-page',
  address: 'chrome://extensions/shortcuts',
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
  keys.clear();
  keys.set('_execute_action', 'Alt+Shift+D').set('save-page', 'Alt+Shift+J');
});

afterEach(() => {
  act(cleanup); // Preact clears effects up after the paint, which no test waits for.
  vi.clearAllMocks();
});

async function open(change: ShortcutChange = browserPage, sync = fakeSync({}, 'nobody')) {
  const { library } = await testLibrary({ storage: disk });
  await library.bookmarks.save(page());
  const settings = memorySettings();
  const view = render(
    <SettingsPage
      deps={{
        sync,
        accounts: fakeStore(),
        settings,
        imageAccess,
        shortcuts: { list, change },
        library: Promise.resolve(ok(library)),
        version: '1.2.3',
      }}
    />,
  );
  await screen.findByText('1 bookmark');
  return { ...view, settings, library };
}

describe('options', () => {
  it('has no serious accessibility finding', async () => {
    const { container } = await open(here);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('says the version and that nothing is sent anywhere', async () => {
    await open();
    expect(screen.getByText('Leafmark 1.2.3')).toBeTruthy();
    expect(screen.getByText(/no telemetry/)).toBeTruthy();
  });
});

describe('Saving', () => {
  it('lets the toolbar button only open the popup', async () => {
    const { settings } = await open();
    fireEvent.click(screen.getByRole('radio', { name: /only opens/ }));
    expect(settings.settings.value.toolbarClick).toBe('open');
  });
});

describe('Reader', () => {
  it('shows each change at once on a sample', async () => {
    const { container } = await open();
    fireEvent.input(screen.getByRole('slider', { name: /^Size/ }), { target: { value: '25' } });
    const sample = container.querySelector<HTMLElement>('.options-sample')!;
    expect(sample.style.getPropertyValue('--reader-size')).toBe('1.5625rem');
  });
});

describe('Images', () => {
  it('asks for the access, with the reason beside the button', async () => {
    await open();
    expect(screen.getByText(/Your browser will ask you/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Keep all images' }));
    expect(imageAccess.ask).toHaveBeenCalledOnce();
  });

  it('can be taken back once it is given', async () => {
    await open();
    act(() => {
      isAllowed.value = true;
    });
    fireEvent.click(screen.getByRole('button', { name: 'Take the permission back' }));
    expect(imageAccess.takeBack).toHaveBeenCalledOnce();
  });

  it('offers nothing before the browser has said what is', async () => {
    isAllowed.value = null;
    await open();
    expect(screen.queryByRole('button', { name: /permission|Keep all/ })).toBeNull();
  });
});

describe('Storage', () => {
  it('leads to the search for duplicates', async () => {
    await open();
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Find duplicates' });
    expect(link.getAttribute('href')).toBe('/library.html#/duplicates');
  });

  it('says what is used and what the browser allows', async () => {
    await open();
    expect(
      await screen.findByText('2 GB used of the 100 GB that the browser allows.'),
    ).toBeTruthy();
  });

  it('warns when there is little room', async () => {
    disk.estimate.mockResolvedValueOnce({ usage: 99 * GIGABYTE, quota: 100 * GIGABYTE });
    await open();
    expect((await screen.findByRole('alert')).textContent).toMatch(/nearly full/);
  });

  it('asks for a promise, and asks again after a no', async () => {
    const { library } = await open();
    await library.storage.askToPersist();
    disk.persist.mockResolvedValueOnce(true);
    disk.persisted.mockResolvedValueOnce(true);
    fireEvent.click(await screen.findByRole('button', { name: 'Ask the browser to keep it' }));
    expect(await screen.findByText(/has promised to keep/)).toBeTruthy();
    expect(disk.persist).toHaveBeenCalledTimes(2);
  });

  it('says so when the library can not be opened', async () => {
    render(
      <SettingsPage
        deps={{
          accounts: fakeStore(),
          sync: fakeSync(),
          settings: memorySettings(),
          imageAccess,
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
  it('shows the keys as the browser has them', async () => {
    keys.set('save-page', '');
    await open();
    expect(await screen.findByText('Alt+Shift+D')).toBeTruthy();
    expect(screen.getByText('Save this page').nextElementSibling?.textContent).toBe('Not set');
  });

  it('leads to the page of the browser where only it may change them', async () => {
    await open(browserPage);
    fireEvent.click(screen.getByRole('button', { name: 'Open that page' }));
    expect(browserPage.open).toHaveBeenCalledOnce();
  });

  it('looks again when the page is seen again', async () => {
    await open(browserPage);
    await screen.findByText('Alt+Shift+J');
    keys.set('save-page', 'Ctrl+Shift+9');
    fireEvent.focus(window);
    expect(await screen.findByText('Ctrl+Shift+9')).toBeTruthy();
  });

  it('takes the keys that are pressed where the browser lets us change them', async () => {
    await open(here);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Save this page' });
    fireEvent.keyDown(field, { code: 'KeyB', altKey: true, shiftKey: true });
    await waitFor(() => expect(field.value).toBe('Alt+Shift+B'));
    fireEvent.keyDown(field, { key: 'Backspace' });
    await waitFor(() => expect(field.value).toBe(''));
  });

  it('says why the browser does not take some keys', async () => {
    here.set.mockResolvedValueOnce(err('Alt+Shift+Q is taken'));
    await open(here);
    const field = await screen.findByRole('textbox', { name: 'Save this page' });
    fireEvent.keyDown(field, { code: 'KeyQ', altKey: true, shiftKey: true });
    expect((await screen.findByRole('alert')).textContent).toContain('Alt+Shift+Q is taken');
  });
});

describe('sync', () => {
  it('has whose articles come by themselves chosen', async () => {
    const sync = fakeSync();
    await open(browserPage, sync);
    const section = screen.getByRole('region', { name: 'Sync' });
    const radio = (name: RegExp) => within(section).getByRole<HTMLInputElement>('radio', { name });
    expect(radio(/^All of them/).checked).toBe(true);
    fireEvent.click(radio(/^Only unread ones/));
    expect(sync.change).toHaveBeenCalledWith({ articles: 'unread' });
  });

  it('has how much room the newest may take, in steps and as it was', async () => {
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

  it('has nothing to choose for who is not signed in', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Sync' })).toBeNull();
  });
});
