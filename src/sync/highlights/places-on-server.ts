import {
  anchorHighlights,
  quoteOf,
  resolveSpan,
  type Steps,
  type TextIndex,
  type TextSpan,
  textOfSpan,
  trimSpan,
} from '../../anchoring';
import type { AnnotationInfo } from '../../contract';
import type { BookmarkId } from '../../domain/bookmark';
import type { Quote } from '../../domain/highlight';
import { withoutWhiteSpace } from '../../domain/same-quote';
import type { HighlightState, PlaceOnServer } from '../../library';
import type { SyncContext } from '../context';
import { indexArticle, inSlices } from './article-text';
import { bounded } from './place-highlights';

/** Where the highlights of a bookmark are in the server's article, as far as that is certain. */
export interface PlacesOnServer {
  /** The annotations that do not mark their text any more, or not all of it. */
  readonly moved: ReadonlySet<string>;
  /** Where annotations are. */
  readonly annotations: ReadonlyMap<string, TextSpan>;
  /** Where the quotes of highlights are, by the id of their highlight or of their annotation. */
  readonly quotes: ReadonlyMap<string, FoundQuote>;
  /** Returns the quote of an annotation. It has no context if its place is not known. */
  readonly quoteOf: (info: AnnotationInfo) => Quote;
}

interface FoundQuote {
  readonly quote: Quote;
  readonly span: TextSpan;
}

/** Returns the quote of an annotation without an article. One that came without a quote has no context. */
const sentQuote = ({ quote, text }: AnnotationInfo): Quote =>
  quote ?? { exact: text.replace(/\s+/g, ' ').trim(), prefix: '', suffix: '' };

/** Without an article, no place is known. */
const NOWHERE: PlacesOnServer = {
  moved: new Set(),
  annotations: new Map(),
  quotes: new Map(),
  quoteOf: sentQuote,
};

/** The server's article of a bookmark, and the places of highlights in it. */
interface Located {
  /** null: the article was not read, or there is none. */
  readonly index: TextIndex | null;
  readonly places: PlacesOnServer;
}

/** Indexes the server's article and finds places in it. Returns null if the round was stopped. */
export async function locate(
  context: SyncContext,
  id: BookmarkId,
  infos: readonly AnnotationInfo[],
  html: string | null,
): Promise<Located | null> {
  if (html === null) return { index: null, places: NOWHERE };
  const index = await inSlices(context, await indexArticle(html));
  const places = index && (await placesOnServer(context, id, infos, index));
  return places && { index, places };
}

/**
 * Finds the places that decide which highlights and annotations are the same, and which annotations
 * do not mark their text any more. In a long article this takes seconds, so it is done in slices and
 * before the transaction. Returns null if the round was stopped.
 */
async function placesOnServer(
  context: SyncContext,
  id: BookmarkId,
  infos: readonly AnnotationInfo[],
  index: TextIndex,
): Promise<PlacesOnServer | null> {
  const states = await context.library.sync.highlightStates(id);
  return inSlices(context, findPlaces(index, infos, states));
}

/** Finds the places of the annotations, and of the highlights that may be the same. */
function* findPlaces(
  index: TextIndex,
  infos: readonly AnnotationInfo[],
  states: readonly HighlightState[],
): Steps<PlacesOnServer> {
  const annotations = new Map<string, TextSpan>();
  const lost: AnnotationInfo[] = [];
  for (const info of bounded(infos)) {
    const span = markedBy(index, info);
    if (span === null) lost.push(info);
    else annotations.set(info.id, span);
    yield;
  }
  const moved = new Set(lost.map(({ id }) => id));
  const linked = partIdsOf(states);
  const texts = new Set(infos.filter(({ id }) => !linked.has(id)).map(textOfAnnotation));
  const ofHighlights = states.flatMap(({ id, highlight, shadow: { parts } }) => {
    if (highlight === null) return [];
    const { quote, position } = highlight;
    const isMoved = parts.some(({ serverId }) => moved.has(serverId));
    return isMoved || texts.has(withoutWhiteSpace(quote.exact)) ? [{ id, quote, position }] : [];
  });
  const ofInfos = lost
    .filter(({ id }) => !linked.has(id))
    .map((info) => ({ id: info.id, quote: sentQuote(info) }));
  const wanted: readonly { id: string; quote: Quote }[] = [...ofHighlights, ...ofInfos];
  const found = wanted.length === 0 ? [] : yield* anchorHighlights(index, wanted);
  const quotes = new Map<string, FoundQuote>();
  for (const [at, { id, quote }] of wanted.entries()) {
    const place = found[at];
    if (place?.kind === 'sure') quotes.set(id, { quote, span: place.span });
  }
  const ownQuoteOf = (info: AnnotationInfo) => {
    const span = annotations.get(info.id);
    return info.quote ?? (span && quoteOf(index, span)) ?? sentQuote(info);
  };
  return { moved, annotations, quotes, quoteOf: ownQuoteOf };
}

/** Returns the span of an annotation; null if its selectors do not lead to its text. */
export function markedBy(
  index: TextIndex,
  info: PlaceOnServer & Pick<AnnotationInfo, 'text'>,
): TextSpan | null {
  const span = resolveSpan(index, info);
  if (!span.ok || withoutWhiteSpace(textOfSpan(index, span.value)) !== withoutWhiteSpace(info.text))
    return null;
  return trimSpan(index.text, span.value);
}

/** Returns the text of an annotation as it is compared with those of highlights. */
export const textOfAnnotation = (info: AnnotationInfo): string =>
  withoutWhiteSpace(sentQuote(info).exact);

export const partIdsOf = (states: readonly HighlightState[]): ReadonlySet<string> =>
  new Set(states.flatMap(({ shadow }) => shadow.parts.map(({ serverId }) => serverId)));

/** True, false, or null if one of the two places is not known. */
export function isSameAnnotationPlace(
  places: PlacesOnServer,
  state: HighlightState,
  info: AnnotationInfo,
): boolean | null {
  const here = placeOfHighlight(places, state);
  const there = places.annotations.get(info.id) ?? places.quotes.get(info.id)?.span;
  if (here === undefined || there === undefined) return null;
  // Their texts are the same, except for characters without width at one end.
  return here.start === there.start || here.end === there.end;
}

function placeOfHighlight(
  { quotes, annotations }: PlacesOnServer,
  { id, highlight, shadow: { parts } }: HighlightState,
): TextSpan | undefined {
  const found = quotes.get(id);
  if (found && highlight && isSameQuote(found.quote, highlight.quote)) return found.span;
  const [part, ...more] = parts;
  return part && more.length === 0 ? annotations.get(part.serverId) : undefined;
}

/** Tells whether the quote of a highlight has not changed since its search. */
export const isSameQuote = (a: Quote, b: Quote): boolean =>
  a.exact === b.exact && a.prefix === b.prefix && a.suffix === b.suffix;
