import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { err } from '../../../src/domain/result';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { SettingsPage } from '../../../src/ui/settings/settings-page';
import { confirmClock, loaded, page, value } from '../../library/library';
import { fakeStore } from '../account/fake-store';
import { memorySettings } from '../reader/open-article';
import { fakeSync } from '../sync/fake-sync';
import { fakeBackups } from './fake-backups';

import {
  browserPage,
  disk,
  GIGABYTE,
  goTo,
  highlightSites,
  imageAccess,
  list,
  open,
  savedBadge,
  useSettingsPage,
  ways,
} from './open-settings-page';

useSettingsPage();

describe('Storage', () => {
  beforeEach(() => goTo('storage'));

  it('links to the search for duplicates', async () => {
    await open();
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Find duplicates' });
    expect(link.getAttribute('href')).toBe('library.html#/duplicates');
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
    const { library, clock } = await open();
    const { rows } = await library.bookmarks.page({ view: 'all', limit: 1, after: null });
    const { id } = rows[0]!;
    await library.bookmarks.trash([id]);
    clock.now = unixMs(clock.now + 8 * DAY_MS);
    await confirmClock({ library, clock });
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
    const { library, clock } = await open();
    const url = 'https://example.org/press.png';
    const archived = {
      page: page({ url: 'https://example.org/old', images: [url] }),
      isArchived: true,
    };
    const { added } = value(await library.bookmarks.addMany([archived], { outbox: false }));
    value(await library.articles.addImages(added[0]!, [loaded(url, 'bytes')]));
    clock.now = unixMs(clock.now + 31 * DAY_MS);
    await confirmClock({ library, clock });
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
          extension: {
            imageAccess,
            savedBadge,
            highlightSites,
            backups: fakeBackups().store,
            shortcuts: { list, change: browserPage },
          },
          library: Promise.resolve(err({ kind: 'unavailable', detail: 'private mode' })),
          offerExport: () => <i>export</i>,
          sending: ways,
          version: '1',
        }}
      />,
    );
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /What you saved is still on disk/,
    );
  });
});
