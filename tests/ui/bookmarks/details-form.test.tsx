import { act, render, screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { DetailsForm } from '../../../src/ui/bookmarks/details-form';
import { createDraftMirror, createDraftStore } from '../../../src/ui/bookmarks/draft-store';
import { page, testLibrary, value } from '../../library/library';
import { memoryStorage } from '../popup/open-popup';

it.each<[string, string, boolean, string | null]>([
  ['says', 'on a server that has no place for notes', false, 's1'],
  ['does not say', 'on a server that has a place for notes', true, 's1'],
  ['does not say', 'on no server', false, null],
])(
  'the form %s that the note stays on this device for a bookmark %s',
  async (says, _, hasNotes, serverId) => {
    const { library } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page()));
    value(await library.sync.setMeta({ hasNotes }));
    const reads: Promise<unknown>[] = [];
    const meta = () => {
      const read = library.sync.meta();
      reads.push(read);
      return read;
    };
    const mirror = createDraftMirror(memoryStorage(), null, bookmark.urlKey);
    const drafts = { library: Promise.resolve(library), mirror, onError: () => undefined };
    render(
      <DetailsForm
        bookmark={{ ...bookmark, serverId }}
        draft={createDraftStore(drafts, bookmark.urlKey)}
        library={Promise.resolve({ sync: { ...library.sync, meta } })}
        actions={{ edit: async () => true }}
        onClose={() => undefined}
      />,
    );
    await waitFor(() => expect(reads).toHaveLength(1));
    await act(async () => void (await reads[0]));
    const hint = screen.queryByText('Stays on this device. The server has no place for it.');
    const field = screen.getByRole('textbox', { name: 'Note' });
    expect(hint !== null).toBe(says === 'says');
    expect(field.getAttribute('aria-describedby')).toBe(hint?.id ?? null);
  },
);
