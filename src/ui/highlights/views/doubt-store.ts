import { signal } from '@preact/signals';
import { indexText, quoteOfParts } from '../../../anchoring';
import { sanitiseArticle } from '../../../capture';
import type {
  Highlight,
  HighlightChanges,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
  Quote,
} from '../../../domain/highlight';
import type {
  ArticleRepository,
  DoubtfulHighlights,
  HighlightLists,
  HighlightRepository,
} from '../../../library';
import type { Act } from '../../components/act';
import { into } from '../../components/signals';
import type { ToastStore } from '../../components/toasts';
import { t } from '../../strings';
import { findHighlights, inSlices } from '../store/article-text';
import { removeHighlights } from './remove-highlights';

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

interface DoubtStoreDeps extends FindDeps {
  readonly lists: Pick<HighlightLists, 'watchDoubtful'>;
  readonly highlights: HighlightRepository;
  readonly act: Act;
  readonly toasts: Pick<ToastStore, 'show' | 'showError'>;
}

const DOUBTS_PER_PAGE = 50;

export type DoubtStore = ReturnType<typeof createDoubtStore>;

/** The highlights without a certain place in their article, and the actions on them. */
export function createDoubtStore(deps: DoubtStoreDeps) {
  const { lists, highlights, act, toasts } = deps;
  /** null until they were read. */
  const found = signal<DoubtfulHighlights | null>(null);
  const disposed = new AbortController();
  const search = createSearch(deps, disposed.signal);
  let limit = DOUBTS_PER_PAGE;
  let stop = watch();

  function watch() {
    return lists.watchDoubtful(limit, into(found));
  }

  /** Returns the similar text that was found for a highlight; null: none. */
  async function placeOf(highlight: Highlight): Promise<ArticlePlace | null> {
    const place = await search(highlight);
    return place === 'no-article' ? null : place;
  }

  const setResult = (id: HighlightId, result: HighlightPosition | HighlightDoubt) =>
    highlights.setPositions(new Map([[id, result]]));

  async function edit(
    { id }: Highlight,
    changes: HighlightChanges,
    message: string,
    doubt?: HighlightDoubt,
  ): Promise<void> {
    await act(highlights.edit(id, changes, doubt), {
      message: () => message,
      about: id,
    });
  }

  return {
    found,
    showMore() {
      limit += DOUBTS_PER_PAGE;
      stop();
      stop = watch();
    },
    placeOf,
    async findAgain(highlight: Highlight) {
      const place = await search(highlight);
      if (place === 'no-article') return toasts.showError(t('detachedNoArticle'));
      if (place === null) return toasts.showError(t('highlightDetached'), highlight.id);
      await setResult(highlight.id, place.isSure ? place.position : 'unsure');
      toasts.show(t(place.isSure ? 'detachedConfirmed' : 'detachedUnsure'), highlight.id);
    },
    /** Attaches a highlight to the similar text that was found. */
    async confirm(highlight: Highlight) {
      const place = await placeOf(highlight);
      if (place === null) return toasts.showError(t('highlightDetached'), highlight.id);
      const { quote, position, isWhole } = place;
      const changes = { position, isNoteOnly: false, refused: [], ...(isWhole && { quote }) };
      await edit(highlight, changes, t('detachedConfirmed'));
    },
    /** Refuses the similar text that was found, so that it is not offered again. */
    async refuse(highlight: Highlight) {
      const place = await placeOf(highlight);
      const refused = place === null ? [] : [place.quote];
      const changes = { refused: [...highlight.refused, ...refused] };
      await edit(highlight, changes, t('highlightRefused'), 'detached');
      if ((await placeOf(highlight)) !== null) await setResult(highlight.id, 'unsure');
    },
    keepAsNote: (highlight: Highlight) =>
      edit(highlight, { isNoteOnly: true }, t('highlightNoteOnly')),
    remove: ({ id }: Highlight) => removeHighlights(deps, [id]),
    dispose() {
      disposed.abort();
      stop();
    },
  };
}

/** Searches for one highlight at a time: a list may have many, and an article may be long. */
function createSearch(deps: FindDeps, signal: AbortSignal) {
  let last: Promise<unknown> = Promise.resolve();
  return (highlight: Highlight): Promise<ArticlePlace | 'no-article' | null> => {
    const searching = last.then(() =>
      signal.aborted ? null : findInArticle(deps, highlight, signal),
    );
    last = searching.catch(() => null);
    return searching;
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
