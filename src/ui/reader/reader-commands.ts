import { type Bookmark, type BookmarkId, openableUrl } from '../../domain/bookmark';
import { READER_RANGES, SPEED_RANGE } from '../../domain/settings';
import type { BookmarkActions } from '../bookmarks/bookmark-actions';
import type { BookmarkDialogOf } from '../bookmarks/list-tools';
import type { KeyHint } from '../components/early-keys';
import type { KeyBinding } from '../components/key-bindings';
import type { Listening } from '../listening/listening';
import { stepped } from '../settings/appearance';
import type { SettingsStore } from '../settings/settings-store';

export type ReaderCommands = ReturnType<typeof readerCommands>;

interface CommandDeps {
  readonly bookmark: Bookmark;
  readonly actions: BookmarkActions;
  onBack(): void;
  onEdit(kind: BookmarkDialogOf['kind'], bookmark: Bookmark): void;
  readonly onOpenInTab?: () => void;
}

/** The commands of the reader, for its buttons and keys. */
export function readerCommands({ bookmark, actions, onBack, onEdit, onOpenInTab }: CommandDeps) {
  return {
    back: onBack,
    toggleFavourite: () => void actions.setFavourite(bookmark, !bookmark.isFavourite),
    toggleArchived: () => void actions.setArchived(bookmark, !bookmark.isArchived),
    editLabels: () => onEdit('labels', bookmark),
    editDetails: () => onEdit('details', bookmark),
    share: () => onEdit('share', bookmark),
    /** Moves the bookmark to the trash and returns to the list. */
    remove() {
      void actions.trash(bookmark);
      onBack();
    },
    restore: () => void actions.restore(bookmark),
    openOriginal() {
      const url = openableUrl(bookmark);
      if (url !== null) window.open(url, '_blank', 'noopener,noreferrer');
    },
    /** Absent where the reader has its own tab. */
    openInTab: onOpenInTab,
  };
}

/** Keys that the browser handles. They are only listed. */
const NATIVE_KEYS: readonly KeyHint[] = [{ keys: ['Space'], action: 'keyNextScreen' }];

interface ReaderKeyDeps {
  readonly commands: ReaderCommands;
  readonly settings: SettingsStore;
  /** Moves by this many paragraphs. */
  step(paragraphs: 1 | -1): void;
  /** Present where pages are shown, and not the text. */
  readonly zoom?: (steps: 1 | -1) => void;
  /** null where nothing can be read aloud. */
  readonly listening:
    | (Pick<Listening, 'listen' | 'player'> & {
        readonly id: BookmarkId;
        readonly isHeard: boolean;
      })
    | null;
  /** Highlights the selected text. */
  highlight(): void;
  cleanUp(): void;
  showKeys(): void;
}

export function readerKeys(deps: ReaderKeyDeps): KeyBinding[] {
  const { commands, settings, step, zoom, listening, highlight, cleanUp, showKeys } = deps;
  const grow = (steps: 1 | -1) => {
    if (zoom) return zoom(steps);
    const { fontSizePx } = settings.settings.value.reader;
    const next = stepped(fontSizePx, steps, READER_RANGES.fontSizePx);
    settings.update({ reader: { fontSizePx: next } });
  };
  const speedUp = (steps: number) => {
    const { speed } = settings.settings.value.listening;
    settings.update({ listening: { speed: stepped(speed, steps, SPEED_RANGE) } });
    listening?.player()?.again();
  };
  const toggle = () => {
    if (listening?.isHeard) listening.player()?.toggle();
    else listening?.listen(listening.id);
  };
  return [
    { keys: ['p'], action: 'listenToggle', run: toggle },
    { keys: ['.'], action: 'listenSentence', run: () => listening?.player()?.stepSentence(1) },
    { keys: [','], action: 'listenSentenceBack', run: () => listening?.player()?.stepSentence(-1) },
    { keys: ['>'], action: 'listenFaster', run: () => speedUp(1) },
    { keys: ['<'], action: 'listenSlower', run: () => speedUp(-1) },
    { keys: ['j'], action: 'keyNextParagraph', run: () => step(1) },
    { keys: ['k'], action: 'keyPreviousParagraph', run: () => step(-1) },
    { keys: ['o'], action: 'readerOpenOriginal', run: commands.openOriginal },
    { keys: ['f'], action: 'actionFavourite', run: commands.toggleFavourite },
    { keys: ['a'], action: 'actionArchive', run: commands.toggleArchived },
    { keys: ['l'], action: 'labelsTitle', run: commands.editLabels },
    { keys: ['e'], action: 'actionEdit', run: commands.editDetails },
    { keys: ['s'], action: 'actionShare', run: commands.share },
    { keys: ['h'], action: 'commandHighlight', run: highlight },
    { keys: ['c'], action: 'cleanUp', run: cleanUp },
    { keys: ['+', '='], action: 'keyLargerText', run: () => grow(1) },
    { keys: ['-'], action: 'keySmallerText', run: () => grow(-1) },
    { keys: ['Esc', 'Backspace'], action: 'readerBack', run: commands.back },
    { keys: ['?'], action: 'keyListTitle', run: showKeys },
  ];
}

/** Returns all lines of the reader's key list. */
export const keyHints = (bindings: readonly KeyBinding[]): readonly KeyHint[] => [
  ...bindings,
  ...NATIVE_KEYS,
];
