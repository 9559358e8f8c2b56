import { beforeEach, describe, expect, it } from 'vitest';
import { page, value } from '../../library/library';
import { URL_A, useBackground } from '../support/running-background';

const background = useBackground();

describe('a tab of a private window whose address is known', () => {
  beforeEach(async () => {
    background.start();
    value(await background.library.bookmarks.save(page({ url: URL_A })));
    background.fake.addTab({ id: 1, url: URL_A, incognito: true });
  });

  it('gets no badge when the library changes before the user has saved there', async () => {
    await background.ask('libraryChanged', {});
    expect(background.fake.button(1).text).toBe('');
  });

  it('gets a badge after the user has saved there', async () => {
    await background.ask('describePage', { save: true });
    await background.buttonShows(1, '✓', 'Leafmark: saved');
    await background.ask('libraryChanged', {});
    expect(background.fake.button(1).text).toBe('✓');
  });
});
