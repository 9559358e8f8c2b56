import type { TextIndex } from '../../anchoring';
import type { AnnotationInfo } from '../../contract';
import type { BookmarkId } from '../../domain/bookmark';
import type { Highlight, HighlightId } from '../../domain/highlight';
import { err, ok, type Result } from '../../domain/result';
import { HOUR_MS, MINUTE_MS, type UnixMs, unixMs } from '../../domain/time';
import type { HighlightState, HighlightTransaction } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import {
  type Attempt,
  isWaiting,
  type NothingDue,
  nothingBefore,
  type Outgoing,
  Runner,
  type Settle,
} from '../runner';
import { ENDED, earlier, type Failure, type Stopped, stoppedBy } from '../stop';
import { inSlices } from './article-text';
import {
  claimChange,
  claimCreate,
  type HighlightClaim,
  isHighlightDue,
  isToCreate,
  type PartToCreate,
  recordFailed,
  recordLocalOnly,
} from './claim-highlight';
import { LossGuard } from './loss-guard';
import { type Placement, placeHighlights } from './place-highlights';
import { locate } from './places-on-server';
import { applyAnnotations } from './pull-highlights';
import { hasAnchors, readAlone, readArticle } from './read-annotations';
import { isReplaced } from './replaced-annotations';
import { sendHighlight } from './send-highlight';

/**
 * Sends the changes of highlights that are due, one bookmark after the other. Returns the time when
 * the next one is due; null: nothing is waiting.
 */
export async function pushHighlights(
  context: SyncContext,
): Promise<Result<UnixMs | null, Stopped>> {
  const runner = new Runner(context);
  const guard = new LossGuard(context);
  for (const id of await context.library.sync.waitingHighlights()) {
    await runner.run(new OutgoingHighlights(context, guard, id));
  }
  return runner.result;
}

/** Read the highlights of the bookmark on the server, before others are created. */
interface ReadClaim extends Attempt {
  readonly kind: 'read';
  readonly page: PageOnServer;
}

/** Find the places of new highlights in the server's article. This makes no request. */
interface PlaceClaim extends Attempt {
  readonly kind: 'place';
  readonly unplaced: Unplaced;
}

type Claim = HighlightClaim | ReadClaim | PlaceClaim;

/** A bookmark of the server that can take highlights. */
interface PageOnServer {
  readonly serverId: string;
  readonly hasArticle: boolean;
}

/** New highlights, with what their places depend on. */
interface Unplaced {
  readonly serverId: string;
  readonly highlights: readonly Highlight[];
  /** null: the server has no article of the page. */
  readonly index: TextIndex | null;
  readonly others: readonly AnnotationInfo[];
  readonly mayOverlap: boolean;
}

/**
 * The highlights of one bookmark. Changes and deletions go first. Before highlights are created or
 * annotations deleted that they replace, the server's are read: one of them may be the result of an
 * attempt, the same highlight of another device, or edited by another device.
 */
class OutgoingHighlights implements Outgoing<HighlightTransaction, Claim> {
  readonly #context: SyncContext;
  readonly #guard: LossGuard;
  readonly #id: BookmarkId;
  #isRead = false;
  #unplaced: Unplaced | null = null;
  /** The parts of highlights to create, in the places that were found for them. */
  #parts: readonly PartToCreate[] = [];

  constructor(context: SyncContext, guard: LossGuard, id: BookmarkId) {
    this.#context = context;
    this.#guard = guard;
    this.#id = id;
  }

  transaction(work: (tx: HighlightTransaction) => void) {
    return this.#context.library.sync.highlightTransaction(this.#id, work);
  }

  claim(tx: HighlightTransaction): Claim | NothingDue {
    const page = prepare(tx);
    if (page === null) return nothingBefore(nextDueAt(tx));
    return (
      claimChange(tx, page.serverId, this.#isRead) ??
      this.#claimPart(tx) ??
      this.#claimPage(tx, page) ??
      nothingBefore(nextDueAt(tx))
    );
  }

  async send(claim: Claim): Promise<Result<Settle<HighlightTransaction>, ServiceError | Stopped>> {
    switch (claim.kind) {
      case 'read':
        return this.#read(claim.page);
      case 'place':
        return this.#place(claim.unplaced);
      default:
        return sendHighlight(this.#context, claim);
    }
  }

  fail(tx: HighlightTransaction, claim: Claim, failure: Failure): void {
    if (claim.kind === 'read' || claim.kind === 'place') return;
    // The other parts are created with the next attempt.
    if (claim.kind === 'create') this.#dropParts(claim.id);
    recordFailed(tx, claim, failure);
  }

  #claimPart(tx: HighlightTransaction): HighlightClaim | null {
    for (;;) {
      const [part, ...rest] = this.#parts;
      if (part === undefined) return null;
      this.#parts = rest;
      const claim = claimCreate(tx, part);
      if (claim !== null) return claim;
      this.#dropParts(part.highlight.id);
    }
  }

  #dropParts(id: HighlightId): void {
    this.#parts = this.#parts.filter(({ highlight }) => highlight.id !== id);
  }

  #claimPage(tx: HighlightTransaction, page: PageOnServer): ReadClaim | PlaceClaim | null {
    const unplaced = this.#unplaced;
    this.#unplaced = null;
    const attempt = { about: this.#id, attempts: 0 };
    if (unplaced !== null) return { ...attempt, kind: 'place', unplaced };
    if (this.#isRead || !tx.all().some((state) => isOpen(state, tx.now))) return null;
    this.#isRead = true;
    return { ...attempt, kind: 'read', page };
  }

  async #read({
    serverId,
    hasArticle,
  }: PageOnServer): Promise<Result<Settle<HighlightTransaction>, Stopped>> {
    const mayOverlap = await hasAnchors(this.#context);
    if (!mayOverlap.ok) return err(stoppedBy(mayOverlap.error));
    const infos = await readAlone(this.#context, serverId);
    if (!infos.ok) return err(stoppedBy(infos.error));
    const others = infos.value;
    if (others === null) return ok(withoutWrite(() => undefined));
    const html = hasArticle ? await readArticle(this.#context, serverId) : ok(null);
    if (!html.ok) return err(stoppedBy(html.error));
    const checked = await this.#guard.check(this.#id, others.length);
    if (!checked.ok) return checked;
    const located = await locate(this.#context, this.#id, others, html.value);
    if (located === null) return err(ENDED);
    const { index, places } = located;
    const settle = (tx: HighlightTransaction) => {
      if (tx.bookmark?.shadow?.serverId !== serverId) return;
      applyAnnotations(tx, others, places);
      const highlights = tx.all().flatMap((state) => {
        const isWanted = isToCreate(state) && isHighlightDue(state, tx.now);
        return isWanted ? (state.highlight ?? []) : [];
      });
      this.#unplaced = { serverId, highlights, index, others, mayOverlap: mayOverlap.value };
    };
    return ok(withoutWrite(settle));
  }

  async #place(unplaced: Unplaced): Promise<Result<Settle<HighlightTransaction>, Stopped>> {
    const { serverId, highlights, index } = unplaced;
    const placements =
      index === null
        ? highlights.map((): Placement => ({ kind: 'local-only', reason: 'no-article' }))
        : await inSlices(this.#context, placeHighlights(index, highlights, unplaced));
    if (placements === null) return err(ENDED);
    const settle = (tx: HighlightTransaction) => {
      for (const [at, highlight] of highlights.entries()) {
        const placement = placements[at];
        if (placement?.kind === 'local-only') recordLocalOnly(tx, highlight, placement.reason);
      }
      this.#parts = highlights.flatMap((highlight, at) => {
        const placement = placements[at];
        const parts = placement?.kind === 'placed' ? placement.parts : [];
        return parts.map((part, number) => {
          const hasMore = number < parts.length - 1;
          return { highlight, part, hasMore, serverId };
        });
      });
    };
    return ok(withoutWrite(settle));
  }
}

/** Marks the result of a step that changed nothing on the server. */
const withoutWrite = (settle: Settle<HighlightTransaction>): Settle<HighlightTransaction> =>
  Object.assign(settle, { isNoWrite: true });

/**
 * Returns true if the server's highlights have to be read first: a highlight has to be created, an
 * attempt to create it has to be looked up, or an annotation that it replaces is to be deleted.
 */
const isOpen = (state: HighlightState, now: UnixMs): boolean =>
  isHighlightDue(state, now) &&
  (isToCreate(state) ||
    isReplaced(state) ||
    (state.highlight === null && state.shadow.attempted !== null));

/** The server reads a new page within this time. */
const LOADS_WITHIN_MS = HOUR_MS;

/** A page that the server still reads is looked at again soon, and with the next sync later. */
function nextDueAt(tx: HighlightTransaction): UnixMs | null {
  const { bookmark, now } = tx;
  const waiting = tx
    .all()
    .map(({ entry }) => entry)
    .filter(isWaiting);
  if (!bookmark?.shadow?.serverId || waiting.length === 0) return null;
  if (!bookmark.shadow.isLoaded) {
    const isNew = Math.abs(now - bookmark.created) < LOADS_WITHIN_MS;
    return isNew ? unixMs(now + MINUTE_MS) : null;
  }
  // One that was due now and is still waiting was not sent, because the server could not take it.
  const again = unixMs(now + MINUTE_MS);
  return waiting.reduce<UnixMs | null>(
    (due, { notBefore }) => earlier(due, notBefore > now ? notBefore : again),
    null,
  );
}

/**
 * Returns the bookmark of the server that takes the highlights; null if they cannot be sent. Those of
 * a bookmark that is in the trash or kept on this device wait aside; a bookmark goes before its
 * highlights.
 */
function prepare(tx: HighlightTransaction): PageOnServer | null {
  const { bookmark } = tx;
  if (bookmark === null) {
    for (const { id } of tx.all()) tx.remove(id);
    return null;
  }
  const { shadow, isInTrash } = bookmark;
  const isAside = isInTrash || shadow?.serverId === null;
  for (const state of tx.all()) {
    const { highlight } = state;
    const isBlocked = state.shadow.localOnly === 'bookmark';
    if (isAside && isWaiting(state.entry)) {
      tx.put(highlight, { ...state.shadow, localOnly: 'bookmark' });
    } else if (!isAside && isBlocked) tx.put(highlight, { ...state.shadow, localOnly: null });
    if (!isAside && highlight?.isNoteOnly && isToCreate(tx.get(state.id) ?? state)) {
      tx.put(highlight, { ...state.shadow, localOnly: 'note-only' });
    }
  }
  if (isAside || !shadow?.serverId || !shadow.isLoaded) return null;
  return { serverId: shadow.serverId, hasArticle: shadow.version.hasArticle };
}
