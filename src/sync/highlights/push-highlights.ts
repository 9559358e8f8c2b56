import type { AnnotationInfo } from '../../contract';
import {
  type BookmarkId,
  err,
  type Highlight,
  HOUR_MS,
  MINUTE_MS,
  ok,
  type Result,
  type UnixMs,
  unixMs,
} from '../../domain';
import type { HighlightTransaction } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import {
  classifyFailure,
  earlier,
  FAILURES_TO_STOP,
  NO_PROGRESS,
  SET_ASIDE,
  type Stopped,
  stoppedBy,
  stoppedByLibrary,
  Turns,
} from '../stop';
import { indexArticle, inSlices } from './article-text';
import {
  claimChange,
  claimCreate,
  type HighlightClaim,
  isDue,
  isToCreate,
  type PartToCreate,
  recordFailed,
  recordOnlyHere,
} from './claim-highlight';
import { LossGuard } from './loss-guard';
import { type Placement, placeHighlights } from './place-highlights';
import { placesThere } from './places-there';
import { applyAnnotations } from './pull-highlights';
import { hasAnchors, readAlone, readArticle } from './read-annotations';
import { sendHighlight } from './send-highlight';

/**
 * Sends the changes of highlights that are due, one bookmark after the other. Returns the time when
 * the next one is due; null: nothing is waiting.
 */
export async function pushHighlights(
  context: SyncContext,
): Promise<Result<UnixMs | null, Stopped>> {
  const push = new HighlightPush(context);
  for (const id of await context.library.sync.waitingHighlights()) {
    const pushed = await push.bookmark(id);
    if (!pushed.ok) return pushed;
  }
  return ok(push.dueAt);
}

/** Tells whether the highlights of a bookmark can be sent, and to which bookmark of the server. */
type Ready =
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'ready'; readonly serverId: string; readonly hasArticle: boolean };

class HighlightPush {
  readonly #context: SyncContext;
  readonly #guard: LossGuard;
  #failures = 0;
  dueAt: UnixMs | null = null;

  constructor(context: SyncContext) {
    this.#context = context;
    this.#guard = new LossGuard(context);
  }

  async bookmark(id: BookmarkId): Promise<Result<null, Stopped>> {
    const ready = await this.#transaction(id, prepare);
    if (!ready.ok) return ready;
    const { value } = ready;
    if (value.kind === 'not-ready') return this.#wait(id);
    const { serverId } = value;
    const turns = new Turns();
    for (;;) {
      if (this.#context.signal.aborted) return err({ stop: null, waitMs: null });
      const claimed = await this.#transaction(id, claimChange);
      if (!claimed.ok) return claimed;
      const claim = claimed.value;
      if (claim === null) break;
      if (turns.areOver([claim.kind === 'delete' ? claim.part.serverId : claim.id])) {
        const now = this.#context.now();
        const noted = await this.#transaction(id, (tx) => recordFailed(tx, claim, SET_ASIDE, now));
        return noted.ok ? err(NO_PROGRESS) : noted;
      }
      const sent = await this.#send(id, serverId, claim);
      if (!sent.ok) return sent;
    }
    const created = await this.#create(id, value);
    return created.ok ? this.#wait(id) : created;
  }

  /**
   * Creates highlights. The server's are read first: one of them may be the result of an attempt, or
   * the same highlight of another device.
   */
  async #create(
    id: BookmarkId,
    { serverId, hasArticle }: Ready & { kind: 'ready' },
  ): Promise<Result<null, Stopped>> {
    const { sync } = this.#context.library;
    const now = this.#context.now();
    const isOpen = (await sync.highlightStates(id)).some(
      (state) =>
        isDue(state, now) &&
        (isToCreate(state) || (state.highlight === null && state.shadow.attempted !== null)),
    );
    if (!isOpen) return ok(null);
    const read = await this.#read(serverId, hasArticle);
    if (!read.ok) return err(stoppedBy(read.error));
    if (read.value === null) return ok(null);
    const { infos, html, mayOverlap } = read.value;
    const checked = await this.#guard.check(id, infos.length);
    if (!checked.ok) return checked;
    const index = html === null ? null : await inSlices(this.#context, indexArticle(html));
    const isStopped = html !== null && index === null;
    const places = isStopped ? null : await placesThere(this.#context, id, infos, index);
    if (places === null) return err({ stop: null, waitMs: null });
    const wanted = await this.#transaction(id, (tx) => {
      if (tx.bookmark?.shadow?.serverId !== serverId) return [];
      applyAnnotations(tx, infos, places);
      return tx.all().flatMap((state) => {
        const isWanted = isToCreate(state) && isDue(state, tx.now);
        return isWanted ? (state.highlight ?? []) : [];
      });
    });
    if (!wanted.ok) return wanted;
    const placements =
      index === null
        ? wanted.value.map((): Placement => ({ kind: 'only-here', reason: 'no-article' }))
        : await inSlices(
            this.#context,
            placeHighlights(index, wanted.value, { others: infos, mayOverlap }),
          );
    if (placements === null) return err({ stop: null, waitMs: null });
    for (const [at, highlight] of wanted.value.entries()) {
      const placement = placements[at];
      if (placement === undefined) continue;
      const done = await this.#createAt(id, serverId, highlight, placement);
      if (!done.ok) return done;
    }
    return ok(null);
  }

  async #read(
    serverId: string,
    hasArticle: boolean,
  ): Promise<Result<PageOnServer | null, ServiceError>> {
    const mayOverlap = await hasAnchors(this.#context);
    if (!mayOverlap.ok) return mayOverlap;
    const infos = await readAlone(this.#context, serverId);
    if (!infos.ok) return infos;
    if (infos.value === null) return ok(null);
    const html = hasArticle ? await readArticle(this.#context, serverId) : ok(null);
    if (!html.ok) return html;
    return ok({ infos: infos.value, html: html.value, mayOverlap: mayOverlap.value });
  }

  async #createAt(
    id: BookmarkId,
    serverId: string,
    highlight: Highlight,
    placement: Placement,
  ): Promise<Result<null, Stopped>> {
    if (placement.kind === 'only-here') {
      const noted = await this.#transaction(id, (tx) =>
        recordOnlyHere(tx, highlight, placement.reason),
      );
      return noted.ok ? ok(null) : noted;
    }
    const { parts } = placement;
    for (const [at, part] of parts.entries()) {
      if (this.#context.signal.aborted) return err({ stop: null, waitMs: null });
      const wanted: PartToCreate = { highlight, part, hasMore: at < parts.length - 1, serverId };
      const claimed = await this.#transaction(id, (tx) => claimCreate(tx, wanted));
      if (!claimed.ok) return claimed;
      if (claimed.value === null) return ok(null);
      const sent = await this.#send(id, serverId, claimed.value);
      if (!sent.ok) return sent;
      // The other parts are created with the next attempt.
      if (!sent.value) return ok(null);
    }
    return ok(null);
  }

  /** Makes the request of a claim and records its result. Returns false if it failed. */
  async #send(
    id: BookmarkId,
    serverId: string,
    claim: HighlightClaim,
  ): Promise<Result<boolean, Stopped>> {
    const sent = await sendHighlight(this.#context, serverId, claim);
    if (sent.ok) {
      this.#failures = 0;
      const settled = await this.#transaction(id, sent.value);
      return settled.ok ? ok(true) : settled;
    }
    const { random, now } = this.#context;
    const failure = classifyFailure(sent.error, claim.before.attempts + 1, random());
    const settled = await this.#transaction(id, (tx) => recordFailed(tx, claim, failure, now()));
    if (!settled.ok) return settled;
    if (failure.kind === 'refused') return ok(false);
    this.#failures += 1;
    const isOver = !failure.isItemFailure || this.#failures >= FAILURES_TO_STOP;
    return isOver ? err(stoppedBy(sent.error)) : ok(false);
  }

  /** Notes when the waiting highlights of a bookmark are due. */
  async #wait(id: BookmarkId): Promise<Result<null, Stopped>> {
    const due = await this.#transaction(id, nextDueAt);
    if (!due.ok) return due;
    this.dueAt = earlier(this.dueAt, due.value);
    return ok(null);
  }

  async #transaction<T>(
    id: BookmarkId,
    work: (tx: HighlightTransaction) => T,
  ): Promise<Result<T, Stopped>> {
    const written = await this.#context.library.sync.highlightTransaction(id, work);
    return written.ok ? ok(written.value) : err(stoppedByLibrary(written.error));
  }
}

/** The highlights of a bookmark on the server, with its article. */
interface PageOnServer {
  readonly infos: readonly AnnotationInfo[];
  readonly html: string | null;
  readonly mayOverlap: boolean;
}

/** The server reads a new page within this time. */
const LOADS_WITHIN_MS = HOUR_MS;

/** A page that the server still reads is looked at again soon, and with the next sync later. */
function nextDueAt(tx: HighlightTransaction): UnixMs | null {
  const { bookmark, now } = tx;
  const waiting = tx.all().filter(({ shadow }) => shadow.state === 'waiting');
  if (!bookmark?.shadow?.serverId || waiting.length === 0) return null;
  if (!bookmark.shadow.isLoaded) {
    const isNew = Math.abs(now - bookmark.created) < LOADS_WITHIN_MS;
    return isNew ? unixMs(now + MINUTE_MS) : null;
  }
  // One that was due now and is still waiting was not sent, because the server could not take it.
  const again = unixMs(now + MINUTE_MS);
  return waiting.reduce<UnixMs | null>(
    (due, { shadow: { notBefore } }) => earlier(due, notBefore > now ? notBefore : again),
    null,
  );
}

/**
 * Decides if the highlights of a bookmark can be sent. Those of a bookmark that is in the trash or
 * kept on this device wait aside; a bookmark goes before its highlights.
 */
function prepare(tx: HighlightTransaction): Ready {
  const { bookmark } = tx;
  if (bookmark === null) {
    for (const { id } of tx.all()) tx.remove(id);
    return { kind: 'not-ready' };
  }
  const { shadow, isInTrash } = bookmark;
  const isAside = isInTrash || shadow?.serverId === null;
  for (const state of tx.all()) {
    const { highlight } = state;
    const isBlocked = state.shadow.onlyHere === 'bookmark';
    if (isAside && state.shadow.state === 'waiting') {
      tx.put(highlight, { ...state.shadow, onlyHere: 'bookmark' });
    } else if (!isAside && isBlocked) tx.put(highlight, { ...state.shadow, onlyHere: null });
    if (!isAside && highlight?.isNoteOnly && isToCreate(tx.get(state.id) ?? state)) {
      tx.put(highlight, { ...state.shadow, onlyHere: 'note-only' });
    }
  }
  if (isAside || !shadow?.serverId || !shadow.isLoaded) return { kind: 'not-ready' };
  return { kind: 'ready', serverId: shadow.serverId, hasArticle: shadow.version.hasArticle };
}
