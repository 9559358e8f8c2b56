import type { AnnotationInfo } from '../../contract';
import { err, ok, type Result } from '../../domain';
import type { HighlightState, HighlightTransaction, LinkedBookmark, OnlyHere } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { indexArticle } from './article-text';
import { isFoundIn, movedIn, plainQuote, quotesIn } from './place-highlights';
import {
  hasAnchors,
  readAlone,
  readAnnotated,
  readArticle,
  readTogether,
} from './read-annotations';
import { deleteThere, receiveAnnotations } from './receive-annotations';

/** Bookmarks that are read together. */
const BATCH = 100;
/** If more have changed, the list of all highlights tells which of them have any. */
const READ_ALONE = 20;

/**
 * Receives the highlights of bookmarks that have changed on the server. Each bookmark is one
 * transaction, which also records that it was read.
 */
export async function pullHighlights(context: SyncContext): Promise<Result<null, Stopped>> {
  const { sync } = context.library;
  for (;;) {
    const pending = await sync.pendingAnnotations(BATCH);
    if (pending.length === 0) return ok(null);
    const isOurs = await hasAnchors(context);
    if (!isOurs.ok) return err(stoppedBy(isOurs.error));
    const pulled = isOurs.value
      ? await pullTogether(context, pending)
      : await pullEach(context, pending);
    if (!pulled.ok) return pulled;
  }
}

async function pullTogether(
  context: SyncContext,
  pending: readonly LinkedBookmark[],
): Promise<Result<null, Stopped>> {
  const read = await readTogether(
    context,
    pending.map(({ serverId }) => serverId),
  );
  if (!read.ok) return err(stoppedBy(read.error));
  for (const bookmark of pending) {
    const page = read.value.get(bookmark.serverId);
    const came = page === undefined ? 'gone' : (page?.infos ?? 'unreadable');
    const received = await receivePage(context, bookmark, came, true);
    if (!received.ok) return received;
  }
  return ok(null);
}

async function pullEach(
  context: SyncContext,
  pending: readonly LinkedBookmark[],
): Promise<Result<null, Stopped>> {
  const ids = pending.map(({ serverId }) => serverId);
  const known = await context.library.sync.withAnnotations(ids);
  const annotated = pending.length > READ_ALONE ? await readAnnotated(context) : null;
  if (annotated?.ok === false) return err(stoppedBy(annotated.error));
  for (const bookmark of pending) {
    if (context.signal.aborted) return err({ stop: null, waitMs: null });
    const { serverId } = bookmark;
    const isWanted = annotated === null || annotated.value.has(serverId) || known.has(serverId);
    const read = isWanted ? await readAlone(context, serverId) : ok([]);
    if (!read.ok && read.error.kind !== 'malformed') return err(stoppedBy(read.error));
    const came = read.ok ? (read.value ?? 'gone') : 'unreadable';
    const received = await receivePage(context, bookmark, came, false);
    if (!received.ok) return received;
  }
  return ok(null);
}

/** The highlights of a bookmark, or why there are none. */
type Came = readonly AnnotationInfo[] | 'gone' | 'unreadable';

async function receivePage(
  context: SyncContext,
  bookmark: LinkedBookmark,
  came: Came,
  isOurs: boolean,
): Promise<Result<null, Stopped>> {
  const { sync } = context.library;
  if (came === 'gone' || came === 'unreadable') {
    const written = await sync.highlightTransaction(bookmark.id, (tx) => {
      if (came === 'unreadable') tx.log('unreadable', null);
      tx.setRead();
    });
    return written.ok ? ok(null) : err(stoppedByLibrary(written.error));
  }
  const article = await articleFor(context, bookmark, came, isOurs);
  if (!article.ok) return err(stoppedBy(article.error));
  const written = await sync.highlightTransaction(bookmark.id, (tx) => {
    if (tx.bookmark?.shadow?.serverId !== bookmark.serverId) return;
    applyAnnotations(tx, came, article.value);
    if (!isOurs) repair(tx, came, article.value);
    tryAgain(tx);
    tx.setRead();
  });
  return written.ok ? ok(null) : err(stoppedByLibrary(written.error));
}

/**
 * Reads the server's article if it is needed: for the quotes of new highlights that have none, and
 * to see whether those of this device are still in their places.
 */
async function articleFor(
  context: SyncContext,
  { id, serverId }: LinkedBookmark,
  infos: readonly AnnotationInfo[],
  isOurs: boolean,
): Promise<Result<string | null, ServiceError>> {
  const known = partIdsOf(await context.library.sync.highlightStates(id));
  const isNeeded = infos.some((info) => (known.has(info.id) ? !isOurs : info.quote === undefined));
  return isNeeded ? readArticle(context, serverId) : ok(null);
}

const partIdsOf = (states: readonly HighlightState[]): ReadonlySet<string> =>
  new Set(states.flatMap(({ shadow }) => shadow.parts.map(({ serverId }) => serverId)));

/** Applies the highlights of a bookmark. `html` is needed if one comes without a quote. */
export function applyAnnotations(
  tx: HighlightTransaction,
  infos: readonly AnnotationInfo[],
  html: string | null,
): void {
  const known = partIdsOf(tx.all());
  const bare = infos.filter(({ id, quote }) => !known.has(id) && quote === undefined);
  const quotes = html === null || bare.length === 0 ? null : quotesIn(indexArticle(html), bare);
  const quoteOf = (info: AnnotationInfo) => info.quote ?? quotes?.get(info.id) ?? plainQuote(info);
  const isResent = tx.bookmark?.shadow?.annotations === 'resend';
  receiveAnnotations(tx, { infos, quoteOf, isResent });
}

/**
 * Deletes annotations that do not mark their text any more, if the text is in the new article. The
 * highlight is then created there again. A server with the feature `anchors` moves them itself.
 */
function repair(
  tx: HighlightTransaction,
  infos: readonly AnnotationInfo[],
  html: string | null,
): void {
  if (html === null) return;
  const index = indexArticle(html);
  const moved = new Set(movedIn(index, infos).map(({ id }) => id));
  for (const { highlight, shadow } of tx.all()) {
    const isMoved = shadow.parts.some(({ serverId }) => moved.has(serverId));
    if (highlight === null || !isMoved || !isFoundIn(index, highlight)) continue;
    for (const part of shadow.parts) deleteThere(tx, highlight, part);
    tx.put(highlight, { ...shadow, parts: [], attempted: null, isIncomplete: false });
  }
}

const DEPENDS_ON_ARTICLE: ReadonlySet<OnlyHere | null> = new Set([
  ...(['no-article', 'not-found', 'covered'] as const),
]);

/**
 * The server's article may have changed, so highlights that were not in it are tried again. Those that
 * the server put elsewhere are not: each attempt changes the bookmark there.
 */
function tryAgain(tx: HighlightTransaction): void {
  for (const { highlight, shadow } of tx.all()) {
    if (highlight === null || !DEPENDS_ON_ARTICLE.has(shadow.onlyHere)) continue;
    tx.put(highlight, { ...shadow, onlyHere: null });
  }
}
