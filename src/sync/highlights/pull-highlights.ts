import type { AnnotationInfo } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import { withoutWhiteSpace } from '../../domain/same-quote';
import type { HighlightTransaction, LinkedBookmark, LocalOnly, SyncMeta } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { keepHighlighted } from '../merge/receive-bookmark';
import {
  ENDED,
  FAILURES_TO_STOP,
  NO_PROGRESS,
  orStopped,
  RepeatLimit,
  type Stopped,
  stoppedBy,
} from '../stop';
import { LossGuard } from './loss-guard';
import {
  isSameQuote,
  locate,
  type PlacesOnServer,
  partIdsOf,
  textOfAnnotation,
} from './places-on-server';
import {
  hasAnchors,
  readAlone,
  readAnnotated,
  readArticle,
  readTogether,
} from './read-annotations';
import { receiveAnnotations } from './receive-annotations';
import { deleteOnServer } from './replaced-annotations';

/** Bookmarks that are read together. */
const PULLED_PER_BATCH = 100;
/** If more have changed, the list of all highlights may tell which of them have any. */
const READ_ALONE = 20;

/**
 * Receives the highlights of bookmarks that have changed on the server. Each bookmark is one
 * transaction, which also records that it was read.
 */
export async function pullHighlights(
  context: SyncContext,
  decision: SyncMeta['decision'],
): Promise<Result<unknown, Stopped>> {
  const { sync } = context.library;
  const first = await sync.pendingAnnotations(PULLED_PER_BATCH);
  if (first.length === 0) return ok(null);
  const isOurs = await hasAnchors(context);
  if (!isOurs.ok) return err(stoppedBy(isOurs.error));
  const pull: HighlightPull = {
    context,
    isOurs: isOurs.value,
    isAccepted: decision === 'accept',
    guard: new LossGuard(context),
    broken: new Set(),
  };
  const next = async () => {
    const waiting = await sync.pendingAnnotations(PULLED_PER_BATCH + pull.broken.size);
    return waiting.filter(({ serverId }) => !pull.broken.has(serverId));
  };
  const annotated = pull.isOurs ? ok(null) : await readAnnotatedOf(pull);
  if (!annotated.ok) return err(stoppedBy(annotated.error));
  const limit = new RepeatLimit();
  for (let pending = first; pending.length > 0; pending = await next()) {
    if (limit.isReached(pending.map(({ serverId }) => serverId))) return err(NO_PROGRESS);
    const pulled = pull.isOurs
      ? await pullTogether(pull, pending)
      : await pullEach(pull, pending, annotated.value);
    if (!pulled.ok) return pulled;
  }
  return ok(null);
}

interface HighlightPull {
  readonly context: SyncContext;
  /** True for a companion server. */
  readonly isOurs: boolean;
  /** True if a person accepts that the server has lost data. */
  readonly isAccepted: boolean;
  readonly guard: LossGuard;
  /** The bookmarks whose response breaks off, by their ids on the server. The next round asks again. */
  readonly broken: Set<string>;
}

/** Reads highlights as they arrive, so that those of one bookmark are in memory. */
async function pullTogether(
  pull: HighlightPull,
  pending: readonly LinkedBookmark[],
): Promise<Result<unknown, Stopped>> {
  const left = new Map(pending.map((bookmark) => [bookmark.serverId, bookmark]));
  for await (const came of readTogether(pull.context, [...left.keys()])) {
    if (!came.ok) return err(stoppedBy(came.error));
    const { serverId, infos } = came.value;
    const bookmark = left.get(serverId);
    if (bookmark === undefined) continue;
    left.delete(serverId);
    const received = await receivePage(pull, bookmark, infos ?? 'unreadable');
    if (!received.ok) return received;
  }
  for (const bookmark of left.values()) {
    const received = await receivePage(pull, bookmark, 'gone');
    if (!received.ok) return received;
  }
  return ok(null);
}

/** Returns the bookmarks with highlights if that takes fewer requests than to ask for each. */
async function readAnnotatedOf({
  context,
}: HighlightPull): Promise<Result<ReadonlySet<string> | null, ServiceError>> {
  const count = await context.library.sync.countPendingAnnotations();
  return count > READ_ALONE ? readAnnotated(context, count) : ok(null);
}

/** The bookmark has too many highlights for one response, or the response cannot be parsed. */
const UNREADABLE_ANSWERS: ReadonlySet<ServiceError['kind']> = new Set([
  'malformed',
  'answer-too-large',
]);

async function pullEach(
  pull: HighlightPull,
  pending: readonly LinkedBookmark[],
  annotated: ReadonlySet<string> | null,
): Promise<Result<unknown, Stopped>> {
  const { context, broken } = pull;
  const ids = pending.map(({ serverId }) => serverId);
  const known = await context.library.sync.withAnnotations(ids);
  let failures = 0;
  for (const bookmark of pending) {
    if (context.signal.aborted) return err(ENDED);
    const { serverId } = bookmark;
    const isWanted = annotated === null || annotated.has(serverId) || known.has(serverId);
    const read = isWanted ? await readTwice(context, serverId) : ok([]);
    failures = !read.ok && read.error.kind === 'interrupted' ? failures + 1 : 0;
    if (failures > 0 && failures < FAILURES_TO_STOP) {
      broken.add(serverId);
      continue;
    }
    if (!read.ok && !UNREADABLE_ANSWERS.has(read.error.kind)) return err(stoppedBy(read.error));
    const came = read.ok ? (read.value ?? 'gone') : 'unreadable';
    const received = await receivePage(pull, bookmark, came);
    if (!received.ok) return received;
  }
  return ok(null);
}

/** Reads highlights again at once when the response has broken off. */
async function readTwice(context: SyncContext, serverId: string) {
  const read = await readAlone(context, serverId);
  const isBroken = !read.ok && read.error.kind === 'interrupted';
  return isBroken ? readAlone(context, serverId) : read;
}

/** The highlights of a bookmark, or why there are none. */
type Received = readonly AnnotationInfo[] | 'gone' | 'unreadable';

async function receivePage(
  { context, isOurs, isAccepted, guard }: HighlightPull,
  bookmark: LinkedBookmark,
  came: Received,
): Promise<Result<unknown, Stopped>> {
  const { sync } = context.library;
  if (came === 'gone' || came === 'unreadable') {
    const writing = sync.highlightTransaction(bookmark.id, (tx) => {
      if (came === 'unreadable') tx.log('unreadable', null);
      tx.setRead();
    });
    return orStopped(writing);
  }
  const checked = await guard.check(bookmark.id, came.length);
  if (!checked.ok) return checked;
  const article = await articleFor(context, bookmark, came, isOurs);
  if (!article.ok) return err(stoppedBy(article.error));
  const located = await locate(context, bookmark.id, came, article.value);
  if (located === null) return err(ENDED);
  const { places } = located;
  const writing = sync.highlightTransaction(bookmark.id, (tx) => {
    if (tx.bookmark === null) return tx.setRead();
    // The bookmark was linked to another one meanwhile, which has a mark of its own.
    if (tx.bookmark.shadow?.serverId !== bookmark.serverId) return;
    const known = new Set(tx.all().map(({ id }) => id));
    applyAnnotations(tx, came, places, isAccepted);
    // A companion server moves highlights itself.
    if (!isOurs) repair(tx, places);
    tryAgain(tx);
    tx.setRead();
    return tx.bookmark.isInTrash && tx.all().some(({ id }) => !known.has(id));
  });
  const written = await orStopped(writing);
  if (!written.ok || !written.value) return written;
  return orStopped(
    sync.transaction({ ids: [bookmark.id] }, (tx) => keepHighlighted(tx, bookmark.id)),
  );
}

/**
 * Reads the server's article if it is needed: for the quotes of new highlights that have none, to
 * see whether one of this device is the same, and whether those of this device are still in their
 * places.
 */
async function articleFor(
  context: SyncContext,
  { id, serverId }: LinkedBookmark,
  infos: readonly AnnotationInfo[],
  isOurs: boolean,
): Promise<Result<string | null, ServiceError>> {
  const states = await context.library.sync.highlightStates(id);
  const known = partIdsOf(states);
  const texts = new Set(
    states.map(({ highlight }) => highlight && withoutWhiteSpace(highlight.quote.exact)),
  );
  const isNeeded = infos.some((info) =>
    known.has(info.id) ? !isOurs : info.quote === undefined || texts.has(textOfAnnotation(info)),
  );
  return isNeeded ? readArticle(context, serverId) : ok(null);
}

/**
 * Applies the highlights of a bookmark. If `isAccepted`, those that the server has lost are deleted
 * here.
 */
export function applyAnnotations(
  tx: HighlightTransaction,
  infos: readonly AnnotationInfo[],
  places: PlacesOnServer,
  isAccepted = false,
): void {
  const isResent = tx.bookmark?.shadow?.annotations === 'resend' && !isAccepted;
  receiveAnnotations(tx, { infos, places, isResent });
}

/**
 * Deletes annotations that do not mark their text any more, if the text is in the new article. The
 * highlight is then created there again. One whose quote has changed since the search stays.
 */
function repair(tx: HighlightTransaction, { moved, quotes }: PlacesOnServer): void {
  for (const { id, highlight, shadow } of tx.all()) {
    const part = shadow.parts.find(({ serverId }) => moved.has(serverId));
    if (highlight === null || part === undefined) continue;
    const found = quotes.get(id) ?? quotes.get(part.serverId);
    if (found === undefined || !isSameQuote(found.quote, highlight.quote)) continue;
    for (const each of shadow.parts) deleteOnServer(tx, highlight, each);
    tx.put(highlight, { ...shadow, parts: [], attempted: null, isIncomplete: false });
  }
}

const DEPENDS_ON_ARTICLE: ReadonlySet<LocalOnly | null> = new Set([
  ...(['no-article', 'not-found', 'covered'] as const),
]);

/**
 * The server's article may have changed, so highlights that were not in it are tried again. Those that
 * the server put elsewhere are not: each attempt changes the bookmark there.
 */
function tryAgain(tx: HighlightTransaction): void {
  for (const { highlight, shadow } of tx.all()) {
    if (highlight === null || !DEPENDS_ON_ARTICLE.has(shadow.localOnly)) continue;
    tx.put(highlight, { ...shadow, localOnly: null });
  }
}
