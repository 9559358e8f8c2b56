import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSynthesiser, FakeUtterance, voice } from '../listening/fake-synthesiser';
import { openLibraryPage } from './open-library-page';
// The page loads them later, perhaps after the end of a test.
import '../../../src/ui/listening/player-bar';
import '../../../src/ui/reader/reader-pane';

let synthesiser: FakeSynthesiser;

beforeEach(() => {
  synthesiser = new FakeSynthesiser([voice('en-US')], { pace: 1500 });
  vi.stubGlobal('speechSynthesis', synthesiser);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  vi.stubGlobal('scrollBy', () => {});
});

// Preact cleans effects up after the next paint, which no test waits for.
afterEach(() => act(cleanup));

const listenToList = async () => {
  const button = await screen.findByRole('button', { name: 'Listen to this list' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
};
const titles = () => synthesiser.spoken.filter((words) => /^(First|Second|Third)$/.test(words));

describe('Listen on a list', () => {
  it.each(['#/unread', '#/label/science'])('reads the unread pages of %s aloud', async (hash) => {
    await openLibraryPage(hash);
    await listenToList();
    await screen.findByText('Nothing unread is left in this list.');
    expect(titles()).toEqual(['First', 'Second']);
  });

  it('reads those of the archive that were not read to their end', async () => {
    await openLibraryPage('#/archive');
    await listenToList();
    await screen.findByText('Nothing unread is left in this list.');
    expect(titles()).toEqual(['Third']);
  });

  it('skips what was read to its end', async () => {
    await openLibraryPage('#/unread', {
      async before(library) {
        const { rows } = await library.bookmarks.page({ view: 'unread', limit: 1, after: null });
        await library.bookmarks.setPlace(rows[0]!.id, { readProgress: 100, readAnchor: '' });
      },
    });
    await listenToList();
    await screen.findByText('Nothing unread is left in this list.');
    expect(titles()).toEqual(['Second']);
  });

  it('says so if nothing unread is there', async () => {
    await openLibraryPage('#/label/science', {
      async before(library) {
        const { rows } = await library.bookmarks.page({ view: 'unread', limit: 9, after: null });
        for (const { id } of rows) await library.bookmarks.edit(id, { isArchived: true });
      },
    });
    await listenToList();
    await screen.findByText('Nothing unread is left in this list.');
    expect(synthesiser.spoken).toEqual([]);
  });

  it('ends when another page is opened', async () => {
    const { model } = await openLibraryPage('#/unread');
    await listenToList();
    await waitFor(() => expect(model.listening.wanted.value).not.toBeNull());
    model.go({ kind: 'list', choice: { view: 'archive', label: null } });
    await waitFor(() => expect(model.listening.wanted.value).toBeNull());
    await waitFor(() => expect(synthesiser.speaking).toBe(false));
  });
});
