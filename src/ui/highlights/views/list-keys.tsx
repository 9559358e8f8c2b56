import type { JSX } from 'preact';
import type { BookmarkId } from '../../../domain/bookmark';
import type { HighlightId } from '../../../domain/highlight';
import type { BookmarkListTools } from '../../bookmarks/list-tools';
import { type ItemFocus, ListKeys } from '../../components/item-list';
import type { KeyBinding } from '../../components/key-bindings';

/** The selector of what gets the focus when nothing is left in either list. */
export const CURRENT_TAB = '.highlights-tabs [aria-current]';

/** The properties that both lists of highlights get from their page. */
export interface HighlightListProps {
  readonly tools: Pick<BookmarkListTools, 'act' | 'toasts' | 'dialogs'>;
  /** False while the reader covers the page. The list ignores keys then. */
  readonly isInFront: boolean;
  /** Returns the address of a page in the reader, at a highlight if it is not null. */
  readonly readHref: (id: BookmarkId, highlight: HighlightId | null) => string;
}

interface HighlightKeysProps extends Pick<HighlightListProps, 'tools'> {
  readonly focus: ItemFocus;
  /** The keys of the actions on a highlight. */
  readonly actions: readonly KeyBinding[];
}

/** Activates the keys of a list of highlights, and lists them on request. */
export const HighlightKeys = ({ focus, tools, actions }: HighlightKeysProps): JSX.Element => (
  <ListKeys
    focus={focus}
    tools={tools}
    names={['keyNext', 'keyPrevious']}
    // The browser follows the focused link.
    native={[{ keys: ['Enter'], action: 'keyOpenHighlight' }]}
    more={[
      { keys: ['Home'], action: 'keyFirst', run: () => focus.goTo(0) },
      { keys: ['End'], action: 'keyLast', run: () => focus.goTo(Number.MAX_VALUE) },
      ...actions,
    ]}
  />
);
