import type { WxtBrowser } from 'wxt/browser';
import { i18n } from '#i18n';

type Omnibox = Pick<
  WxtBrowser['omnibox'],
  'setDefaultSuggestion' | 'onInputStarted' | 'onInputChanged' | 'onInputEntered'
>;

/** What saves the page besides nothing at all: Chromium takes no Enter on an empty `rl`. */
const SAVE = '+';

const isSave = (words: string): boolean => words.trim() === '' || words.trim() === SAVE;

/**
 * `rl` in the address bar: alone, or with a `+`, it saves the page in front; with words it opens
 * the library, and saving is the second choice.
 */
export function listenToOmnibox(
  omnibox: Omnibox,
  actions: { readonly savePage: () => void; readonly openLibrary: () => void },
): void {
  const describe = (words: string) => {
    const description = isSave(words) ? i18n.t('omniboxSave') : i18n.t('omniboxOpen');
    void omnibox.setDefaultSuggestion({ description });
  };
  omnibox.onInputStarted.addListener(() => describe(''));
  omnibox.onInputChanged.addListener((words, suggest) => {
    describe(words);
    suggest(isSave(words) ? [] : [{ content: SAVE, description: i18n.t('actionSavePage') }]);
  });
  omnibox.onInputEntered.addListener((words) => {
    if (isSave(words)) actions.savePage();
    else actions.openLibrary();
  });
}
