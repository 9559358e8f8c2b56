import { beforeEach, describe, expect, it } from 'vitest';
import { page, value } from '../../library/library';
import { URL_A, useBackground } from '../support/running-background';

const background = useBackground();

describe('a tab of a private window, whose address the browser tells', () => {
  beforeEach(async () => {
    background.start();
    value(await background.library.bookmarks.save(page({ url: URL_A })));
    background.fake.addTab({ id: 1, url: URL_A, incognito: true });
  });

  it('says nothing of its page when the library changes and nobody has asked', async () => {
    await background.ask('libraryChanged', {});
    expect(background.fake.button(1).text).toBe('');
  });

  it('says what the page is once a person has saved it', async () => {
    await background.ask('describePage', { save: true });
    await background.buttonShows(1, '✓', 'Leafmark: saved');
    await background.ask('libraryChanged', {});
    expect(background.fake.button(1).text).toBe('✓');
  });
});
