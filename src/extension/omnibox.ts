import type { WxtBrowser } from 'wxt/browser';
import { i18n } from '#i18n';

type Omnibox = Pick<
  WxtBrowser['omnibox'],
  'setDefaultSuggestion' | 'onInputStarted' | 'onInputChanged' | 'onInputEntered'
>;

/** `rl` in the address bar: alone it saves the page in front, with words it opens the library. */
export function listenToOmnibox(
  omnibox: Omnibox,
  actions: { readonly savePage: () => void; readonly openLibrary: () => void },
): void {
  const suggest = (words: string) =>
    omnibox.setDefaultSuggestion({
      description: words.trim() === '' ? i18n.t('omniboxSave') : i18n.t('omniboxOpen'),
    });
  omnibox.onInputStarted.addListener(() => void suggest(''));
  omnibox.onInputChanged.addListener((words) => void suggest(words));
  omnibox.onInputEntered.addListener((words) => {
    if (words.trim() === '') actions.savePage();
    else actions.openLibrary();
  });
}
