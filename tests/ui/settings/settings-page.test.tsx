import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { err } from '../../../src/domain/result';
import { DEFAULT_SYNC_SETTINGS } from '../../../src/domain/settings';
import { seriousFindings } from '../../support/accessibility';
import { fakeSync } from '../sync/fake-sync';

import {
  browserPage,
  goTo,
  here,
  highlightSites,
  hosts,
  imageAccess,
  isAllowed,
  isBadgeAllowed,
  keys,
  open,
  phone,
  SECTIONS,
  savedBadge,
  useSettingsPage,
} from './open-settings-page';

useSettingsPage();

describe('the settings page', () => {
  it('has no serious accessibility findings in any section', async () => {
    for (const section of SECTIONS) {
      goTo(section);
      const { container } = await open(here, fakeSync());
      expect(await seriousFindings(container)).toEqual([]);
      act(cleanup);
    }
  });

  it('has at most 400 words in all sections before anything is unfolded', async () => {
    let count = 0;
    for (const section of SECTIONS.filter((name) => name !== 'sync')) {
      goTo(section);
      const { container } = await open();
      if (section === 'storage') await screen.findByRole('combobox', { name: 'Trash' });
      count += wordsShown(container.querySelector('.options-section')!).length;
      act(cleanup);
    }
    expect(count).toBeLessThanOrEqual(400);
  });

  it('begins with the account', async () => {
    await open();
    screen.getByRole('region', { name: 'Account' });
    expect(screen.getAllByRole('region')).toHaveLength(1);
  });

  it('shows the list of the sections or one of them on a phone, with a way back and the places of the app', async () => {
    phone.matches = true;
    const { container } = await open();
    expect(screen.queryByRole('region')).toBeNull();
    const back = () => screen.getByRole('link', { name: 'Back' }).getAttribute('href');
    expect(back()).toBe('library.html');
    const places = within(screen.getByRole('navigation', { name: 'Main places' }));
    expect(places.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'library.html#/unread',
      'library.html#/search/',
      'library.html#/add',
      'library.html#/highlights',
      'library.html#/tools',
    ]);
    expect(await seriousFindings(container)).toEqual([]);
    act(() => goTo('images'));
    await screen.findByRole('heading', { level: 1, name: 'Images' });
    expect(back()).toBe('#');
    expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull();
    expect(await seriousFindings(container)).toEqual([]);
  });

  it.each(['#/storage', '#storage'])('shows the section of the address %s', async (hash) => {
    window.location.hash = hash;
    await open();
    expect(document.activeElement?.id).toBe('storage');
    const link = screen.getByRole('link', { name: 'Storage' });
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('follows its links and the back button, and gives the section the focus', async () => {
    await open();
    for (const section of ['images', 'about', 'images']) {
      act(() => goTo(section));
      await waitFor(() => expect(document.activeElement?.id).toBe(section));
      expect(screen.getAllByRole('region')).toHaveLength(1);
    }
  });

  it('asks for the site from which a page has led here, and closes after the answer', async () => {
    const close = vi.spyOn(window, 'close').mockReturnValue();
    hosts.value = [];
    goTo('highlights/garden.example');
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Always show them' }));
    expect(highlightSites.allow).toHaveBeenCalledWith('garden.example');
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    act(() => {
      hosts.value = ['garden.example'];
    });
    expect(screen.queryByRole('button', { name: 'Always show them' })).toBeNull();
  });

  it('lists the sites on which highlights always appear, and removes one', async () => {
    hosts.value = ['garden.example'];
    goTo('highlights');
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
    goTo('about');
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
  beforeEach(() => goTo('saving'));

  it('lets the toolbar button only open the popup', async () => {
    const { settings } = await open();
    fireEvent.click(screen.getByRole('radio', { name: /only opens/ }));
    expect(settings.settings.value.toolbarClick).toBe('open');
  });
});

describe('The badge of saved pages', () => {
  beforeEach(() => goTo('saving'));

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
  beforeEach(() => goTo('reader'));

  it('shows each change at once in a sample', async () => {
    const { container } = await open();
    fireEvent.input(screen.getByRole('slider', { name: /^Size/ }), { target: { value: '25' } });
    const sample = container.querySelector<HTMLElement>('.options-sample')!;
    expect(sample.style.getPropertyValue('--reader-size')).toBe('1.5625rem');
  });
});

describe('Images', () => {
  beforeEach(() => goTo('images'));

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

describe('Shortcuts', () => {
  beforeEach(() => goTo('shortcuts'));

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
  beforeEach(() => goTo('sync'));

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
  it('lead to every section', async () => {
    await open(browserPage, fakeSync());
    const links = within(screen.getByRole('navigation', { name: 'Sections' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual([...SECTIONS.map((id) => `#/${id}`), 'library.html']);
  });

  it('has in the web app only the sections that need no extension', async () => {
    const { container } = await open(undefined, fakeSync(), true);
    const links = [...container.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
    const sections = ['account', 'sync', 'reader', 'highlights', 'send', 'storage', 'about'];
    expect(links).toEqual([...sections.map((id) => `#/${id}`), 'library.html']);
  });
});
