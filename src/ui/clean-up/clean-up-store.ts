import { computed, signal } from '@preact/signals';
import type { Article } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import {
  type PageStructure,
  type RemovedPart,
  UNKNOWN_STRUCTURE,
} from '../../domain/site-rules/page-structure';
import type { Library } from '../../library';
import {
  type ArticleEdit,
  type ChangedRules,
  type CleanUpRepository,
  cleanUpRepository,
} from '../../library';
import type { Act } from '../components/act';
import type { ToastStore } from '../components/toasts';
import { t } from '../strings';
import { keepPart, type RemoveProblem, removeBlock } from './edit-article';

export interface CleanUpDeps {
  readonly library: Library;
  readonly act: Act;
  readonly toasts: Pick<ToastStore, 'showError'>;
}

/** The clean-up of one article. Each change is stored at once and can be undone. */
export function createCleanUp(
  { library, act, toasts }: CleanUpDeps,
  bookmark: Pick<Bookmark, 'id' | 'site' | 'lang'>,
) {
  const repository: CleanUpRepository = library.part(cleanUpRepository);
  /** null until it was read. */
  const structure = signal<PageStructure | null>(null);
  /** False if nothing is known about the page of the article, so that no rule can be made. */
  const isPageKnown = computed(() => structure.value?.nodes.length !== 0);
  const subject = `clean-up ${bookmark.id}`;

  /** No edit may be made before it is known what the structure has. */
  let loading: Promise<void> | null = null;
  async function loaded(): Promise<PageStructure> {
    await (loading ?? load());
    return structure.value ?? UNKNOWN_STRUCTURE;
  }

  /** Reads the structure again, for an article that has changed. */
  function load(): Promise<void> {
    loading = read();
    return loading;
  }

  async function read(): Promise<void> {
    structure.value = (await repository.structure(bookmark.id)) ?? UNKNOWN_STRUCTURE;
  }

  /** Waits for a change of the article, and reads its structure again if there was one. */
  async function andLoad<T extends { readonly ok: boolean }>(change: Promise<T>): Promise<T> {
    const changed = await change;
    if (changed.ok) await load();
    return changed;
  }

  async function apply(
    edit: ArticleEdit | RemoveProblem,
    message: (rules: ChangedRules) => string,
  ) {
    if (typeof edit === 'string') {
      toasts.showError(t(edit === 'all' ? 'cleanUpAll' : 'cleanUpChanged'), subject);
      return false;
    }
    const applied = await act(andLoad(repository.edit(bookmark.id, edit)), {
      message: ({ value }) => message(value),
      afterUndo: load,
      about: subject,
    });
    return applied.ok;
  }

  return {
    /** The parts of the page that are not in the article. */
    removed: computed(() => structure.value?.removed ?? []),
    isPageKnown,
    load,
    /** Removes the block at a place (`placeIn`). Returns true if it was removed. */
    async remove(article: Article, place: readonly number[]): Promise<boolean> {
      const edit = removeBlock(article, await loaded(), place, bookmark);
      return apply(edit, ({ added }) =>
        added.length > 0 ? t('cleanUpRemoved', bookmark.site) : t('cleanUpHere'),
      );
    },
    async keep(article: Article, part: RemovedPart): Promise<boolean> {
      const edit = keepPart(article, await loaded(), part, bookmark);
      return apply(edit, ({ added, dropped }) => {
        const isRemembered = added.length + dropped.length > 0;
        return isRemembered ? t('cleanUpKept', bookmark.site) : t('cleanUpHere');
      });
    },
  };
}

export type CleanUp = ReturnType<typeof createCleanUp>;
