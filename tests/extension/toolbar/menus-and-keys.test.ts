import { beforeEach, describe, expect, it, vi } from 'vitest';
import { err } from '../../../src/domain/result';
import { OWN_ORIGIN } from '../support/fake-extension';
import { URL_A, useBackground } from '../support/running-background';

const background = useBackground();

describe('keys, menus and the address bar', () => {
  beforeEach(() => background.start());

  it('save the page by the key', async () => {
    const tab = background.fake.addTab({ id: 1, url: URL_A });
    background.fake.event('commands.onCommand').fire('save-page', tab);
    await background.buttonShows(1, '✓', 'Leafmark: saved');
    expect(await background.all()).toMatchObject([{ title: 'Captured' }]);
  });

  it.each([
    ['an empty tab', { url: 'about:blank' }],
    ['the source of a page', { url: `view-source:${URL_A}` }],
    ['a page of Leafmark', { url: `${OWN_ORIGIN}library.html` }],
    ['a page that the browser withholds', {}],
  ])('show why %s was not saved, until the tab goes to another page', async (_, shown) => {
    const tab = background.fake.addTab({ id: 1, ...shown });
    background.fake.event('commands.onCommand').fire('save-page', tab);
    const title =
      'Leafmark: nothing was saved, because this tab shows no web page that extensions may read';
    await background.buttonShows(1, '!', title);
    await Promise.all(background.fake.event('tabs.onActivated').fire({ tabId: 1 }));
    expect(background.fake.button(1)).toEqual({ text: '!', title });
    expect(await background.all()).toEqual([]);
  });

  it('save the page with the selection that the menu reports', async () => {
    const tab = background.fake.addTab({ id: 1, url: URL_A });
    const click = { menuItemId: 'save-selection', selectionText: 'these words' };
    background.fake.event('contextMenus.onClicked').fire(click, tab);
    await background.buttonShows(1, '✓', 'Leafmark: saved');
    expect(await background.all()).toMatchObject([{ excerpt: 'these words' }]);
  });

  it.each([
    ['the text of the link (Firefox)', { linkText: 'Told text' }, undefined, 'Told text'],
    ['the text in the page (Chromium)', {}, [{ result: 'Found text' }], 'Found text'],
    ['the address when there is no text', {}, [], 'https://example.com/far'],
    ['the address when the page returns no text', {}, [{ result: 7 }], 'https://example.com/far'],
  ])('save a link with %s, without opening it', async (_, reported, found, title) => {
    const tab = background.fake.addTab({ id: 1, url: URL_A });
    background.fake.executeScript = async () => found ?? expect.fail('The page must not be asked');
    const click = { menuItemId: 'save-link', linkUrl: 'https://example.com/far', ...reported };
    background.fake.event('contextMenus.onClicked').fire(click, tab);
    await background.buttonShows(1, '✓', `Leafmark: link saved: ${title}`);
    expect(await background.all()).toMatchObject([
      { url: 'https://example.com/far', title, content: { kind: 'address', reason: 'not-open' } },
    ]);
    expect(background.fake.created).toEqual([]);
  });

  it('show for three seconds that a link was saved', async () => {
    const tab = background.fake.addTab({ id: 1, url: URL_A });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const click = {
        menuItemId: 'save-link',
        linkUrl: 'https://example.com/far',
        linkText: 'Far',
      };
      background.fake.event('contextMenus.onClicked').fire(click, tab);
      await vi.waitFor(() => expect(background.fake.button(1).text).toBe('✓'));
      await vi.advanceTimersByTimeAsync(3000);
      await vi.waitFor(() =>
        expect(background.fake.button(1)).toEqual({ text: '', title: 'Leafmark' }),
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('show when a link could not be saved', async () => {
    const tab = background.fake.addTab({ id: 1, url: URL_A });
    vi.spyOn(background.library.bookmarks, 'save').mockResolvedValue(err({ kind: 'quota' }));
    const click = { menuItemId: 'save-link', linkUrl: 'https://example.com/', linkText: 'x' };
    background.fake.event('contextMenus.onClicked').fire(click, tab);
    await background.buttonShows(1, '!', 'Leafmark: could not be saved');
  });

  it("open the library, saving tabs and the options from the button's menu", async () => {
    background.fake.event('contextMenus.onClicked').fire({ menuItemId: 'open-library' }, undefined);
    background.fake.event('contextMenus.onClicked').fire({ menuItemId: 'open-options' }, undefined);
    background.fake.event('contextMenus.onClicked').fire({ menuItemId: 'save-tabs' }, undefined);
    const library = `${OWN_ORIGIN}library.html`;
    await vi.waitFor(() => expect(background.fake.created).toEqual([library, `${library}#/tabs`]));
    expect(background.fake.optionsOpened).toBe(1);
  });

  it.each(['', '  ', '+', ' + '])('save the page in front by "rl %s"', async (words) => {
    background.fake.addTab({ id: 1, url: URL_A });
    background.fake.event('omnibox.onInputEntered').fire(words, 'currentTab');
    await background.buttonShows(1, '✓', 'Leafmark: saved');
  });

  it('search the library for the text after rl, with saving as the second choice', async () => {
    const suggest = vi.fn();
    background.fake.event('omnibox.onInputStarted').fire();
    expect(background.fake.defaultSuggestion).toBe('Press Enter to save this page');
    background.fake.event('omnibox.onInputChanged').fire('gardens', suggest);
    expect(background.fake.defaultSuggestion).toBe('Press Enter to search the library');
    const save = { content: '+', description: 'Save this page' };
    await vi.waitFor(() => expect(suggest).toHaveBeenCalledWith([save]));
    background.fake.event('omnibox.onInputEntered').fire(' green gardens/#', 'currentTab');
    const search = `${OWN_ORIGIN}library.html#/search/green%20gardens%2F%23`;
    await vi.waitFor(() => expect(background.fake.created).toEqual([search]));
    expect(await background.all()).toEqual([]);
  });

  it('suggest bookmarks for the text after rl, as XML, and open the one that is chosen', async () => {
    const title = 'Gardens & <b>"roses"</b>';
    const page = { kind: 'address', url: URL_A, title, excerpt: '', reason: 'not-open' } as const;
    await background.library.bookmarks.save(page);
    const [saved] = await background.all();
    const suggest = vi.fn();
    background.fake.event('omnibox.onInputChanged').fire('gard', suggest);
    await vi.waitFor(() => expect(suggest).toHaveBeenCalled());
    const [first] = suggest.mock.lastCall?.[0] ?? [];
    expect(first.description).toContain('Gardens &amp; &lt;b&gt;&quot;roses&quot;&lt;/b&gt; · ');
    background.fake.event('omnibox.onInputEntered').fire(first.content, 'currentTab');
    const reader = `${OWN_ORIGIN}library.html#/read/${saved?.id}`;
    await vi.waitFor(() => expect(background.fake.created).toEqual([reader]));
  });
});
