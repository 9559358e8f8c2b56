import { type ReadonlySignal, signal } from '@preact/signals';
import { indexText, quoteOfParts } from '../../anchoring';
import { sanitiseArticle } from '../../capture';
import type {
  Highlight,
  HighlightChanges,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
  Quote,
} from '../../domain';
import type {
  ArticleRepository,
  DoubtfulHighlights,
  HighlightLists,
  HighlightRepository,
  LibraryError,
  Written,
} from '../../library';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import { findHighlights, inSlices } from './article-text';

/** Where a highlight is in the saved article. */
interface ArticlePlace {
  readonly position: HighlightPosition;
  /** The words there, without text that was inserted between its parts. */
  readonly quote: Quote;
  /** False if other text is between the parts. */
  readonly isWhole: boolean;
  readonly isSure: boolean;
}

interface FindDeps {
  readonly articles: Pick<ArticleRepository, 'get'>;
  readonly highlights: Pick<HighlightRepository, 'ofBookmark'>;
}

/** The highlights without a certain place in their article, and the actions on them. */
export interface DoubtStore {
  /** null until they were read. */
  readonly found: ReadonlySignal<DoubtfulHighlights | null>;
  showMore(): void;
  /** Returns the similar text that was found for a highlight; null: none. */
  placeOf(highlight: Highlight): Promise<ArticlePlace | null>;
  findAgain(highlight: Highlight): Promise<void>;
  /** Attaches a highlight to the similar text that was found. */
  confirm(highlight: Highlight): Promise<void>;
  /** Refuses the similar text that was found, so that it is not offered again. */
  refuse(highlight: Highlight): Promise<void>;
  keepAsNote(highlight: Highlight): Promise<void>;
  remove(highlight: Highlight): Promise<void>;
  dispose(): void;
}

interface DoubtStoreDeps extends FindDeps {
  readonly lists: Pick<HighlightLists, 'watchDoubtful'>;
  readonly highlights: HighlightRepository;
  readonly toasts: Pick<ToastStore, 'show' | 'showError' | 'offerUndo'>;
  /** Called after each change of a person. */
  readonly onWritten: () => void;
}

const PAGE_SIZE = 50;

export function createDoubtStore(deps: DoubtStoreDeps): DoubtStore {
  const { lists, highlights, toasts, onWritten } = deps;
  const found = signal<DoubtfulHighlights | null>(null);
  const disposed = new AbortController();
  let limit = PAGE_SIZE;
  let stop = watch();
  // One search at a time: a list may have many, and an article may be long.
  let last: Promise<unknown> = Promise.resolve();

  function watch() {
    return lists.watchDoubtful(limit, (next) => {
      found.value = next;
    });
  }

  function search(highlight: Highlight): Promise<ArticlePlace | 'no-article' | null> {
    const searching = last.then(() =>
      disposed.signal.aborted ? null : findInArticle(deps, highlight, disposed.signal),
    );
    last = searching.catch(() => null);
    return searching;
  }

  const fail = ({ kind }: LibraryError) => toasts.showError(t(LIBRARY_ERRORS[kind]));

  /** Returns what was written; null if it failed, which the user is told. */
  async function write<T>(writing: Written<T>): Promise<T | null> {
    const written = await writing;
    if (!written.ok) fail(written.error);
    else onWritten();
    return written.ok ? written.value : null;
  }

  const setResult = (id: HighlightId, result: HighlightPosition | HighlightDoubt) =>
    highlights.setPositions(new Map([[id, result]]));

  /** Edits a highlight and stores the result of its search. *Undo* restores its doubt too. */
  async function edit(
    { id, doubt }: Highlight,
    changes: HighlightChanges,
    result: HighlightDoubt | null,
    message: string,
  ): Promise<void> {
    const before = await write(highlights.edit(id, changes));
    if (before === null) return;
    if (result !== null) await write(setResult(id, result));
    const undo = async () => {
      if ((await write(highlights.edit(id, before))) === null) return;
      if (doubt !== undefined && doubt !== 'unsought') await write(setResult(id, doubt));
    };
    toasts.offerUndo(message, undo, id);
  }

  return {
    found,
    showMore() {
      limit += PAGE_SIZE;
      stop();
      stop = watch();
    },
    async placeOf(highlight) {
      const place = await search(highlight);
      return place === 'no-article' ? null : place;
    },
    async findAgain(highlight) {
      const place = await search(highlight);
      if (place === 'no-article') return toasts.showError(t('detachedNoArticle'));
      if (place === null) return toasts.showError(t('detachedNotFound'), highlight.id);
      await setResult(highlight.id, place.isSure ? place.position : 'unsure');
      toasts.show(t(place.isSure ? 'detachedFound' : 'detachedFoundSimilar'), highlight.id);
    },
    async confirm(highlight) {
      const place = await search(highlight);
      if (place === null || place === 'no-article') {
        return toasts.showError(t('detachedNotFound'), highlight.id);
      }
      const { quote, position, isWhole } = place;
      const changes = { position, isNoteOnly: false, refused: [], ...(isWhole && { quote }) };
      await edit(highlight, changes, null, t('detachedConfirmed'));
    },
    async refuse(highlight) {
      const place = await search(highlight);
      const refused = place === null || place === 'no-article' ? [] : [place.quote];
      const changes = { refused: [...highlight.refused, ...refused] };
      await edit(highlight, changes, 'detached', t('highlightRefused'));
      const next = await search(highlight);
      if (next !== null && next !== 'no-article') await setResult(highlight.id, 'unsure');
    },
    keepAsNote: (highlight) =>
      edit(highlight, { isNoteOnly: true }, null, t('highlightKeptAsNote')),
    async remove({ id }) {
      const deleted = await write(highlights.delete([id]));
      if (deleted === null) return;
      const undo = async () => void (await write(highlights.restore(deleted)));
      toasts.offerUndo(t('highlightDeleted'), undo, id);
    },
    dispose() {
      disposed.abort();
      stop();
    },
  };
}

/**
 * Looks for a highlight in the saved article, as the reader does. Returns null if it is not there,
 * and `no-article` if no text is stored.
 */
async function findInArticle(
  { articles, highlights }: FindDeps,
  { id, bookmarkId }: Highlight,
  signal: AbortSignal,
): Promise<ArticlePlace | 'no-article' | null> {
  const [article, all] = await Promise.all([
    articles.get(bookmarkId),
    highlights.ofBookmark(bookmarkId),
  ]);
  if (article === null || article.html.trim() === '') return 'no-article';
  const index = await inSlices(indexText(sanitiseArticle(article.html)), signal);
  // The others show in which order the text is now.
  const wanted = all.filter((each) => each.id === id || !each.isNoteOnly);
  const found = index && (await findHighlights(index, wanted, signal));
  const place = found?.get(id);
  if (!index || !place) return null;
  const { position, parts, isSure } = place;
  return { position, quote: quoteOfParts(index, parts), isWhole: parts.length === 1, isSure };
}
