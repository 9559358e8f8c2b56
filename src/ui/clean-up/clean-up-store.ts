import { type ReadonlySignal, signal } from '@preact/signals';
import {
  type Article,
  type Bookmark,
  type PageStructure,
  type RemovedPart,
  type SiteRule,
  UNKNOWN_STRUCTURE,
} from '../../domain';
import {
  type ArticleEdit,
  type CleanUpRepository,
  cleanUpRepository,
  type UndoneEdit,
} from '../../library';
import type { Library } from '../../library/repository';
import type { Background } from '../background';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import { keepPart, type RemoveProblem, removeBlock } from './edit-article';

export interface CleanUpDeps {
  readonly library: Library;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly toasts: Pick<ToastStore, 'showError' | 'offerUndo'>;
}

/** The clean-up of one article. Each change is stored at once and can be undone. */
export interface CleanUp {
  /** The parts of the page that are not in the article. */
  readonly removed: ReadonlySignal<readonly RemovedPart[]>;
  /** False if nothing is known about the page of the article, so that no rule can be made. */
  readonly isPageKnown: ReadonlySignal<boolean>;
  /** Reads the structure again, for an article that has changed. */
  load(): Promise<void>;
  /** Removes the block at a place (`placeIn`). Returns true if it was removed. */
  remove(article: Article, place: readonly number[]): Promise<boolean>;
  keep(article: Article, part: RemovedPart): Promise<boolean>;
}

export function createCleanUp(
  { library, background, toasts }: CleanUpDeps,
  bookmark: Pick<Bookmark, 'id' | 'site' | 'lang'>,
  newId: () => string = () => crypto.randomUUID(),
): CleanUp {
  const repository: CleanUpRepository = library.part(cleanUpRepository);
  const structure = signal<PageStructure>(UNKNOWN_STRUCTURE);
  const removed = signal<readonly RemovedPart[]>([]);
  const isPageKnown = signal(true);
  const subject = `clean-up ${bookmark.id}`;

  /** No edit may be made before it is known what the structure has. */
  let loading: Promise<void> | null = null;
  function load(): Promise<void> {
    loading = read();
    return loading;
  }

  async function read(): Promise<void> {
    const stored = await repository.structure(bookmark.id);
    structure.value = stored ?? UNKNOWN_STRUCTURE;
    removed.value = structure.value.removed;
    isPageKnown.value = structure.value.nodes.length > 0;
  }

  async function undo(edit: UndoneEdit): Promise<void> {
    const undone = await repository.undo(edit);
    if (!undone.ok) toasts.showError(t('cleanUpChanged'), subject);
    await load();
    void background.libraryChanged();
  }

  async function apply(edit: ArticleEdit | RemoveProblem, done: (edit: UndoneEdit) => string) {
    if (typeof edit === 'string') {
      toasts.showError(t(edit === 'all' ? 'cleanUpAll' : 'cleanUpChanged'), subject);
      return false;
    }
    const written = await repository.edit(bookmark.id, edit);
    if (!written.ok) {
      toasts.showError(t(LIBRARY_ERRORS[written.error.kind]), subject);
      return false;
    }
    await load();
    toasts.offerUndo(done(written.value), () => undo(written.value), subject);
    void background.libraryChanged();
    return true;
  }

  return {
    removed,
    isPageKnown,
    load,
    async remove(article, place) {
      await (loading ?? load());
      const edit = removeBlock(article, structure.value, place, bookmark, newId);
      return apply(edit, ({ added }) => {
        if (isByWords(added)) return t('cleanUpRemovedWords', bookmark.site);
        if (added.length > 0) return t('cleanUpRemoved', bookmark.site);
        return t(isPageKnown.value ? 'cleanUpRemovedPlain' : 'cleanUpRemovedUnknown');
      });
    },
    async keep(article, part) {
      await (loading ?? load());
      const edit = keepPart(article, structure.value, part, bookmark, newId);
      return apply(edit, ({ added, dropped }) => {
        if (isByWords(added)) return t('cleanUpKeptWords', bookmark.site);
        const isRemembered = added.length + dropped.length > 0;
        return isRemembered ? t('cleanUpKept', bookmark.site) : t('cleanUpKeptHere');
      });
    },
  };
}

/** Such a rule finds nothing in a page that has other words at that place. */
const isByWords = (added: readonly SiteRule[]): boolean =>
  added.some(({ path }) => path.text !== '');
