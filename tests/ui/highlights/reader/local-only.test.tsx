import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { highlightRepository, type LocalOnly } from '../../../../src/library';
import { value } from '../../../library/library';
import { usePages } from '../../../support/rendered-pages';
import { openArticle } from '../../reader/open-article';
import { button } from './highlighted-article';

usePages();

/** Opens the list of highlights of an article with one that is on this device only. */
async function openList(localOnly: LocalOnly) {
  const { deps, bookmark } = await openArticle({ html: '<p>The harbour froze in January.</p>' });
  const { library } = deps;
  const made = value(
    await library.part(highlightRepository).add({
      bookmarkId: bookmark.id,
      quote: { exact: 'froze', prefix: '', suffix: '' },
      color: 'yellow',
      position: null,
    }),
  );
  fireEvent.click(button('Highlights'));
  const list = within(await screen.findByRole('complementary', { name: 'Highlights' }));
  await list.findByText('froze');
  expect(list.queryByText(/^Only on this device/)).toBeNull();
  value(
    await library.sync.highlightTransaction(bookmark.id, (tx) =>
      tx.put(made, { ...tx.get(made.id)!.shadow, localOnly }),
    ),
  );
  return list;
}

describe('a highlight that is on this device only', () => {
  it('says why in the list and in its editor', async () => {
    const list = await openList('covered');
    const why = 'Only on this device: the server cannot mark this text.';
    await list.findByText(why);
    fireEvent.click(list.getByRole('button', { name: /froze/ }));
    const editor = await screen.findByRole('dialog', { name: 'Edit the highlight' });
    within(editor).getByText(why);
  });

  it.each<[LocalOnly, RegExp]>([
    ['bookmark', /its page is kept here/],
    ['no-article', /the server has no article of this page/],
    ['not-found', /the server cannot mark this text/],
    ['no-place', /the server cannot mark this text/],
    ['note-only', /it has no place in the text/],
    ['person', /because you chose that/],
  ])('because of %s says so', async (reason, words) => {
    await (await openList(reason)).findByText(words);
  });
});
