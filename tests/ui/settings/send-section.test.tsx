import { act, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { sendRepository } from '../../../src/library';
import { value } from '../../library/library';
import { goTo, open, useSettingsPage, ways } from './open-settings-page';

useSettingsPage();

/** A handle of a browser can be stored; this is one without methods. */
const folder = { name: 'Notes' } as FileSystemDirectoryHandle;

async function openSection() {
  goTo('send');
  const opened = await open();
  await screen.findByText(/Writes highlights and notes/);
  return { ...opened, sending: opened.library.part(sendRepository) };
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('sending highlights on, in the settings', () => {
  it('is off until a person has chosen a folder', async () => {
    const pick = vi.fn<() => Promise<FileSystemDirectoryHandle | null>>(async () => null);
    ways.pickFolder = pick;
    const { sending } = await openSection();
    await press('Choose a folder');
    expect(await sending.job()).toBe(null);
    pick.mockResolvedValue(folder);
    await press('Choose a folder');
    await screen.findByText('Folder: Notes');
    expect(await sending.job()).toMatchObject({ state: 'running', when: 'change', folder });
    expect(ways.background.libraryChanged).toHaveBeenCalled();
    await press('Pause');
    await press('Continue');
    await screen.findByText('Pages: 0 of 1');
    await press('Pause');
    await press('Stop');
    await screen.findByRole('button', { name: 'Choose a folder' });
    expect(await sending.job()).toBe(null);
  });

  it('shows the last run, and begins one when a person wants it', async () => {
    ways.pickFolder = async () => folder;
    const { sending } = await openSection();
    value(await sending.start(folder));
    const step = await sending.next();
    value(await sending.settle(step!, { count: 1, rows: [], written: 1 }));
    await sending.next();
    await screen.findByText(/Last run: .* Files that were written: 1\./);
    fireEvent.change(screen.getByRole('combobox', { name: 'Files are written' }), {
      target: { value: 'day' },
    });
    await vi.waitFor(async () => expect(await sending.job()).toMatchObject({ when: 'day' }));
    await press('Send now');
    await vi.waitFor(async () => expect(await sending.job()).toMatchObject({ state: 'running' }));
  });

  it('says why it waits and which files were not written', async () => {
    ways.pickFolder = async () => folder;
    const { sending, library } = await openSection();
    value(await sending.start(folder));
    const step = await sending.next();
    const [bookmarkId] = step!.ids;
    const row = { bookmarkId: bookmarkId!, name: 'a.md', problem: 'not-text' } as const;
    value(await sending.settle(step!, { count: 1, rows: [row], written: 0 }));
    await act(async () => value(await sending.pause('not-allowed')));
    await screen.findByText(/asks you again/);
    screen.getByText('a.md · The file is not text in UTF-8, so it stays as it is.');
    await press('Allow');
    await vi.waitFor(async () => expect(await sending.job()).toMatchObject({ state: 'running' }));
    value(await sending.pause('gone'));
    await screen.findByText(/The folder is not there/);
    await press('Choose a folder');
    await vi.waitFor(async () => expect(await sending.job()).toMatchObject({ round: 2 }));
    expect(await library.bookmarks.count()).toBe(1);
  });

  it('asks for the downloads where no folder can be chosen, and stays off without them', async () => {
    const request = vi.fn(async () => false);
    const release = vi.fn(async () => {});
    ways.downloads = { request, release };
    const { sending } = await openSection();
    await screen.findByText(/The files go to Leafmark in your downloads/);
    await press('Send my highlights on');
    await vi.waitFor(() => expect(request).toHaveBeenCalled());
    expect(await sending.job()).toBe(null);
    request.mockResolvedValue(true);
    await press('Send my highlights on');
    await vi.waitFor(async () => expect(await sending.job()).toMatchObject({ folder: null }));
    await press('Pause');
    await press('Stop');
    await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
  });

  it('is absent where a web page can write nowhere', async () => {
    await openSection();
    await screen.findByText(/This browser lets no web page write into a folder/);
    expect(screen.queryByRole('button', { name: 'Choose a folder' })).toBe(null);
  });
});
