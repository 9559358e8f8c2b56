import {
  anchorInRoots,
  articlePositionOf,
  type RootAnchoring,
  runInSlices,
  type Steps,
  type TextIndex,
} from '../../anchoring';
import type { BookmarkId } from '../../domain/bookmark';
import {
  type Highlight,
  type HighlightDoubt,
  type HighlightId,
  type HighlightPosition,
  isDoubted,
} from '../../domain/highlight';
import { err, type Result } from '../../domain/result';
import {
  highlightRepository,
  type Library,
  type LibraryError,
  type PlaceOnServer,
} from '../../library';
import { indexArticle, markedBy } from '../../sync';

type Results = ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>;

/** In milliseconds: the rest after each slice of work. A sync, and requests of pages, have that time. */
const REST_AFTER_SLICE_MS = 24;

/**
 * Looks for the highlights that came with a sync, and for those whose article is new, and stores where
 * they are. So those without a certain place are listed although nobody opens the article. Ends when
 * `signal` is aborted. What is left is found at the next call.
 */
export async function findUnanchored(library: Library, signal: AbortSignal): Promise<void> {
  const highlights = library.part(highlightRepository);
  while (!signal.aborted) {
    const id = await highlights.nextUnanchored();
    if (id === null) return;
    const found = await findIn(library, id, signal);
    // A full disk, for example. The next change of a highlight is the next attempt.
    if (!found.ok) return;
  }
}

async function findIn(
  library: Library,
  id: BookmarkId,
  signal: AbortSignal,
): Promise<Result<unknown, LibraryError | { kind: 'stopped' }>> {
  const highlights = library.part(highlightRepository);
  const wanted = (await highlights.ofBookmark(id)).filter(({ isNoteOnly }) => !isNoteOnly);
  const article = await library.articles.get(id);
  if (article === null) return highlights.leaveUnanchored(id);
  const places = await highlights.placesOnServer(id);
  const found = await runInSlices(search(await indexArticle(article.html), wanted, places), {
    yieldToPage: () => new Promise((resolve) => setTimeout(resolve, REST_AFTER_SLICE_MS)),
    signal,
  });
  if (found === null) return err({ kind: 'stopped' });
  // A person may have attached one to another text meanwhile.
  const now = new Map((await highlights.ofBookmark(id)).map((each) => [each.id, each.updated]));
  const unchanged = wanted.filter((each) => now.get(each.id) === each.updated);
  return highlights.setPositions(
    new Map(unchanged.flatMap((each) => resultEntryOf(each, found.get(each.id)))),
  );
}

const resultEntryOf = <T>({ id }: Highlight, result: T | undefined): [HighlightId, T][] =>
  result === undefined ? [] : [[id, result]];

type Places = ReadonlyMap<HighlightId, PlaceOnServer>;

function* search(
  indexing: Steps<TextIndex>,
  wanted: readonly Highlight[],
  places: Places,
): Steps<Results> {
  const index = yield* indexing;
  const placed = wanted.map((each) => {
    // The words alone may be in several places.
    const place = each.position ? undefined : places.get(each.id);
    const span = place && markedBy(index, { ...place, text: each.quote.exact });
    if (span) return { ...each, position: articlePositionOf(index, span) };
    return { ...each, isDoubted: isDoubted(each) };
  });
  const found = yield* anchorInRoots([index], placed);
  const results = new Map<HighlightId, HighlightPosition | HighlightDoubt>();
  for (const [at, { id }] of wanted.entries()) {
    const anchoring = found[at];
    if (anchoring !== undefined) results.set(id, anchoringResultOf(index, anchoring));
    yield;
  }
  return results;
}

/** Returns the result of a search as the library stores it. */
function anchoringResultOf(
  index: TextIndex,
  found: RootAnchoring,
): HighlightPosition | HighlightDoubt {
  if (found.kind !== 'sure') return found.kind;
  return { ...articlePositionOf(index, found.span), ...found.rivals };
}
