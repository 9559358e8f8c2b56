import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SYNC_SETTINGS } from '../../../src/domain/settings';
import { MINUTE_MS, unixMs } from '../../../src/domain/time';
import type { Library } from '../../../src/library';
import { SyncLine } from '../../../src/ui/sync/sync-line';
import { seriousFindings } from '../../support/accessibility';
import { fakeSync, STATUS } from './fake-sync';

afterEach(cleanup);

const NO_LIBRARY = new Promise<Library>(() => {});

function openLine(store = fakeSync()) {
  return {
    store,
    ...render(
      <SyncLine sync={async () => store} library={NO_LIBRARY} href="/library.html#/sync" />,
    ),
  };
}

describe('the status line', () => {
  it('follows sync, and leads to the sync page', async () => {
    const { store, container } = openLine();
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Not synced yet' });
    expect(link.getAttribute('href')).toBe('/library.html#/sync');
    expect(await seriousFindings(container)).toEqual([]);
    store.status.value = { ...STATUS, waiting: 2, stop: { kind: 'offline' } };
    await screen.findByRole('link', { name: /Changes waiting to be sent: 2/ });
    store.status.value = { ...STATUS, syncedAt: unixMs(Date.now()) };
    await screen.findByRole('link', { name: 'Synced just now' });
  });

  it('syncs on request, and shows that it is running', async () => {
    const { store } = openLine();
    fireEvent.click(await screen.findByRole('button', { name: 'Sync now' }));
    expect(store.syncNow).toHaveBeenCalledTimes(1);
    store.isSyncing.value = true;
    await screen.findByRole('link', { name: 'Syncing…' });
    expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
  });

  it('says how many articles are left and how long they will take, also while it syncs', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { store } = openLine(fakeSync({ articlesHere: 0, articlesPending: 40 }));
    store.isSyncing.value = true;
    await screen.findByRole('link', { name: 'Articles still to be downloaded: 40' });
    vi.setSystemTime(Date.now() + MINUTE_MS);
    store.status.value = { ...STATUS, articlesHere: 10, articlesPending: 30 };
    await screen.findByRole('link', {
      name: 'Articles still to be downloaded: 30 · About 3 min left',
    });
    store.status.value = { ...STATUS, articlesHere: 40, articlesPending: 0 };
    await screen.findByRole('link', { name: 'Syncing…' });
    vi.useRealTimers();
  });

  it('says how many pages of a first sync have come, with a bar', async () => {
    const { store, container } = openLine(fakeSync({ arriving: { done: 559, of: 3218 } }));
    await screen.findByRole('link', { name: 'Pages: 559 of 3,218' });
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', {
      name: 'Pages: 559 of 3,218',
    });
    expect([bar.value, bar.max]).toEqual([559, 3218]);
    expect(await seriousFindings(container)).toEqual([]);
    store.status.value = {
      ...STATUS,
      arriving: { done: 559, of: 3218 },
      stop: { kind: 'offline' },
    };
    await screen.findByRole('link', { name: /can't be reached/ });
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('shows the pages of a first sync also while many changes wait for them', async () => {
    openLine(fakeSync({ arriving: { done: 559, of: 3218 }, waiting: 40 }));
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar');
    expect([bar.value, bar.max]).toEqual([559, 3218]);
  });

  it('says how many of many changes are left to send, with a bar and the time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { store } = openLine(fakeSync({ waiting: 200 }));
    store.isSyncing.value = true;
    await screen.findByRole('link', { name: 'Changes waiting to be sent: 200' });
    vi.setSystemTime(Date.now() + MINUTE_MS);
    store.status.value = { ...STATUS, waiting: 150 };
    await screen.findByRole('link', {
      name: 'Changes waiting to be sent: 150 · About 3 min left',
    });
    const bar = screen.getByRole<HTMLProgressElement>('progressbar');
    expect([bar.value, bar.max]).toEqual([50, 200]);
    // The articles that follow are another work.
    store.status.value = { ...STATUS, articlesHere: 900, articlesPending: 40 };
    await screen.findByRole('link', { name: 'Articles still to be downloaded: 40' });
    store.status.value = { ...STATUS, waiting: 150 };
    store.syncAccount.value = 'signed-out';
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    store.syncAccount.value = 'signed-in';
    store.status.value = { ...STATUS, waiting: 150, stop: { kind: 'offline' } };
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    store.status.value = { ...STATUS, waiting: 0 };
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    store.status.value = { ...STATUS, waiting: 2 };
    await screen.findByRole('link', { name: 'Syncing…' });
    vi.useRealTimers();
  });

  it('does not count a pause as time that the articles take', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { store } = openLine(fakeSync({ articlesHere: 0, articlesPending: 40 }));
    await screen.findByRole('link', { name: 'Articles still to be downloaded: 40' });
    store.settings.value = { ...DEFAULT_SYNC_SETTINGS, isPaused: true };
    await screen.findByRole('link', { name: 'Paused. Articles still to be downloaded: 40' });
    vi.setSystemTime(Date.now() + 600 * MINUTE_MS);
    store.settings.value = DEFAULT_SYNC_SETTINGS;
    await screen.findByRole('link', { name: 'Articles still to be downloaded: 40' });
    vi.setSystemTime(Date.now() + MINUTE_MS);
    store.status.value = { ...STATUS, articlesHere: 10, articlesPending: 30 };
    await screen.findByRole('link', {
      name: 'Articles still to be downloaded: 30 · About 3 min left',
    });
    vi.useRealTimers();
  });

  it('requests access to the server where the browser denies it', async () => {
    const { store, container } = openLine(fakeSync({ stop: { kind: 'not-allowed' }, waiting: 2 }));
    await screen.findByRole('link', { name: 'The browser does not let Leafmark reach the server' });
    fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
    expect(store.allow).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull();
    expect(await seriousFindings(container)).toEqual([]);
    store.status.value = STATUS;
    await screen.findByRole('button', { name: 'Sync now' });
  });

  it('offers nothing that needs an account while signed out', async () => {
    openLine(fakeSync({}, 'signed-out'));
    await screen.findByRole('link', { name: /^Signed out/ });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is hidden without an account', async () => {
    const { store, container } = openLine(fakeSync({}, 'nobody'));
    store.syncAccount.value = 'signed-in';
    await screen.findByRole('link');
    store.syncAccount.value = 'nobody';
    await waitFor(() => expect(container.textContent).toBe(''));
  });
});
