import {
  anchorHighlights,
  createTextIndex,
  type PlacedAnnotation,
  renderAnnotations,
  runAtOnce,
} from '../anchoring';
import { parseBody, writeChildren } from '../dom';
import type { BookmarkId } from '../domain/bookmark';
import { type Highlight, pageOfHighlight } from '../domain/highlight';
import {
  type ExportedArticle,
  type ExportedBookmark,
  type ExportedImage,
  type ExportedItem,
  NO_ADDRESS,
  pageLines,
} from '../formats';
import type { TransferRepository, TransferredArticle, TransferredBookmark } from '../library';

/** How highlights are written: as marks in the text, or as quotes after it. Notes follow both. */
export type HighlightForm = 'marks' | 'quotes';

/** Bookmarks that are read at once, with their highlights. */
const ITEMS_PER_READ = 100;

/** Counts the bookmarks of an export while its file is written. */
export interface ExportCounts {
  /** Called with the number of bookmarks that are done. */
  readonly onProgress: (done: number) => void;
  /** Called for each bookmark that is written. */
  readonly onWritten: () => void;
  /** Called for each bookmark that is left out: it has neither a text nor highlights, or no address for a browser. */
  readonly onLeftOut: () => void;
}

/** Returns bookmarks with their articles. An article is loaded only when it is written. */
export async function* exportItems(
  transfers: TransferRepository,
  ids: readonly BookmarkId[] | null,
  form: HighlightForm,
  { onProgress, onWritten, onLeftOut }: ExportCounts,
): AsyncGenerator<ExportedItem> {
  let done = 0;
  for await (const { bookmarks, highlights } of transfers.exportPages(ids, ITEMS_PER_READ)) {
    const byBookmark = Map.groupBy(highlights, ({ bookmarkId }) => bookmarkId);
    for (const bookmark of bookmarks) {
      const own = highlightsInOrder(byBookmark.get(bookmark.id) ?? []);
      const hasText = bookmark.content.kind === 'article' || own.length > 0;
      if (isExported(bookmark, ids) && !hasText) onLeftOut();
      else if (isExported(bookmark, ids)) {
        onWritten();
        yield {
          bookmark: exportedBookmark(bookmark),
          loadArticle: () => loadArticle(transfers, bookmark, own, form),
        };
      }
      done += 1;
      onProgress(done);
    }
  }
}

/** Other programs know no trash. A person who selects bookmarks in the trash wants them. */
export const isExported = (
  { trashedAt }: Pick<TransferredBookmark, 'trashedAt'>,
  ids: readonly BookmarkId[] | null,
): boolean => ids !== null || trashedAt === null;

export const exportedBookmark = (bookmark: TransferredBookmark): ExportedBookmark => ({
  ...bookmark,
  domain: bookmark.site,
});

/** Returns highlights in the order of the text. Those that were never found come last. */
const highlightsInOrder = (highlights: readonly Highlight[]): readonly Highlight[] =>
  highlights.toSorted(
    (a, b) =>
      (a.position?.start ?? Number.MAX_SAFE_INTEGER) -
        (b.position?.start ?? Number.MAX_SAFE_INTEGER) || a.created - b.created,
  );

/** Returns null if there is neither a text nor an image. */
async function loadArticle(
  transfers: TransferRepository,
  bookmark: TransferredBookmark,
  highlights: readonly Highlight[],
  form: HighlightForm,
): Promise<ExportedArticle | null> {
  const stored =
    bookmark.content.kind === 'article' ? await transfers.readArticle(bookmark.id) : null;
  const html = withHighlights(stored?.html ?? '', highlights, form);
  const inText = stored?.images.find(({ hash }) => hash !== null && hash === bookmark.image);
  const lead = leadOf(transfers, bookmark, stored);
  if (html === '' && lead === null) return null;
  const shown = stored?.images.flatMap(({ url, hash }): readonly ExportedImage[] =>
    hash === null ? [] : [{ src: url, read: () => transfers.readImage(hash) }],
  );
  return {
    html,
    images: [...(shown ?? []), ...(inText === undefined && lead !== null ? [lead] : [])],
    leadImage: inText?.url ?? lead?.src ?? null,
    leadInText: inText?.url ?? null,
  };
}

function leadOf(
  transfers: TransferRepository,
  { image }: TransferredBookmark,
  article: TransferredArticle | null,
): ExportedImage | null {
  if (image === null) return null;
  const address = article?.imageUrl ?? null;
  const isTaken = article?.images.some(({ url }) => url === address) ?? false;
  const src = address === null || isTaken ? `${NO_ADDRESS}${image}` : address;
  return { src, read: () => transfers.readImage(image) };
}

/**
 * Writes highlights into an article as the elements of protocol.md section 9.3. Those without a
 * certain place in the text follow it as quotes.
 */
function withHighlights(
  html: string,
  highlights: readonly Highlight[],
  form: HighlightForm,
): string {
  if (highlights.length === 0) return html;
  const tree = parseBody(html);
  // A `PageNode` has everything of `Node` that is used here.
  const body = tree as unknown as HTMLElement;
  const placed = new Set<Highlight>();
  if (form === 'marks') {
    const index = createTextIndex(body);
    const wanted = highlights.filter(({ isNoteOnly }) => !isNoteOnly);
    const found = runAtOnce(anchorHighlights(index, wanted));
    const annotations = wanted.flatMap((highlight, at): readonly PlacedAnnotation[] => {
      const anchoring = found[at];
      if (anchoring?.kind !== 'sure') return [];
      placed.add(highlight);
      const { id, color, note } = highlight;
      // The note follows the last part.
      const last = anchoring.parts.length - 1;
      return anchoring.parts.map((span, nth) => ({
        id,
        color,
        span,
        note: nth === last ? note : '',
      }));
    });
    renderAnnotations(index, annotations, { hasNotes: true, hasAttributes: true });
  }
  const others = highlights.filter((highlight) => !placed.has(highlight));
  if (others.length > 0 && body.firstChild !== null) {
    body.appendChild(body.ownerDocument.createElement('hr'));
  }
  for (const highlight of others) {
    // One that was looked for above has no certain place.
    const page = form === 'quotes' ? pageOfHighlight(highlight) : null;
    body.appendChild(quoteOf(body.ownerDocument, highlight, page));
  }
  return writeChildren(tree);
}

function quoteOf(
  document: Document,
  { quote, note, color, id }: Highlight,
  page: number | null,
): Element {
  const block = document.createElement('blockquote');
  const line = document.createElement('p');
  line.appendChild(document.createTextNode(quote.exact));
  if (note !== '') {
    const element = document.createElement('rd-annotation');
    element.setAttribute('data-annotation-id-value', id);
    element.setAttribute('data-annotation-note', '');
    element.setAttribute('title', note);
    element.setAttribute('data-annotation-color', color);
    line.appendChild(element);
  }
  block.appendChild(line);
  for (const text of pageLines(page)) {
    const last = document.createElement('p');
    last.appendChild(document.createTextNode(text));
    block.appendChild(last);
  }
  return block;
}
