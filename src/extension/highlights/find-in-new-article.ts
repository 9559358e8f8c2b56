import {
  anchorInRoots,
  positionOf,
  type RootAnchoring,
  runInSlices,
  type Steps,
  type TextIndex,
} from '../../anchoring';
import type {
  BookmarkId,
  Highlight,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
} from '../../domain';
import { highlightRepository, type Library } from '../../library';
import { indexArticle } from '../../sync';

type Results = ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>;

/**
 * Looks for the highlights of a bookmark in its new article, and stores where they are, so that
 * those without a certain place are listed although nobody opens the article.
 */
export async function findInNewArticle(library: Library, id: BookmarkId): Promise<void> {
  const highlights = library.part(highlightRepository);
  const wanted = (await highlights.ofBookmark(id)).filter(({ isNoteOnly }) => !isNoteOnly);
  const article = wanted.length === 0 ? null : await library.articles.get(id);
  if (article === null) return;
  const found = await runInSlices(search(article.html, wanted), {
    now: () => performance.now(),
    yieldToPage: () => new Promise((resolve) => setTimeout(resolve)),
  });
  // A person may have attached one to another text meanwhile.
  const now = new Map((await highlights.ofBookmark(id)).map((each) => [each.id, each.updated]));
  const unchanged = wanted.filter((each) => now.get(each.id) === each.updated);
  await highlights.setPositions(
    new Map(unchanged.flatMap((each) => entryOf(each, found?.get(each.id)))),
  );
}

const entryOf = <T>({ id }: Highlight, result: T | undefined): [HighlightId, T][] =>
  result === undefined ? [] : [[id, result]];

function* search(html: string, wanted: readonly Highlight[]): Steps<Results> {
  const index = yield* indexArticle(html);
  const found = yield* anchorInRoots([index], wanted);
  const results = new Map<HighlightId, HighlightPosition | HighlightDoubt>();
  for (const [at, { id }] of wanted.entries()) {
    const anchoring = found[at];
    if (anchoring !== undefined) results.set(id, resultOf(index, anchoring));
    yield;
  }
  return results;
}

/** Returns the result of a search as the library stores it. */
function resultOf(index: TextIndex, found: RootAnchoring): HighlightPosition | HighlightDoubt {
  if (found.kind !== 'sure') return found.kind;
  return { ...positionOf(index, found.span), ...found.rivals };
}
