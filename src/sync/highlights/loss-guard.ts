import type { BookmarkId } from '../../domain/bookmark';
import { err, ok, type Result } from '../../domain/result';
import type { SyncContext } from '../context';
import { orStopped, type Stopped, stoppedBy } from '../stop';

/** A person may have deleted fewer, and the journal has them. */
const LOST_AT_LEAST = 10;

/**
 * Stops sync when the server has no highlights at all, although many were there: it has probably lost
 * them. No list reports which highlights were deleted, so they would be deleted here, too.
 */
export class LossGuard {
  readonly #context: SyncContext;
  #isSafe = false;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** To be called before the highlights of a bookmark are applied, with their number. */
  async check(bookmarkId: BookmarkId, count: number): Promise<Result<unknown, Stopped>> {
    if (this.#isSafe || count > 0) return ok(null);
    const { sync } = this.#context.library;
    const states = await sync.highlightStates(bookmarkId);
    if (!states.some(({ highlight, shadow }) => highlight !== null && shadow.parts.length > 0)) {
      return ok(null);
    }
    const { decision } = await sync.meta();
    const sent = await sync.bookmarksOfSentHighlights();
    const hasSome = decision !== null || sent.length < LOST_AT_LEAST ? ok(true) : await this.#ask();
    if (!hasSome.ok) return hasSome;
    this.#isSafe = hasSome.value;
    return hasSome.value ? ok(null) : this.#stop(sent);
  }

  /** Returns true if the server has a highlight of any bookmark. */
  async #ask(): Promise<Result<boolean, Stopped>> {
    const { server, signal } = this.#context;
    const answer = await server.client.highlights.listAll({ limit: 1, offset: 0 }, { signal });
    return answer.ok ? ok(answer.value.body?.length !== 0) : err(stoppedBy(answer.error));
  }

  /** Marks all bookmarks with highlights, so that the person's answer applies to all of them. */
  async #stop(sent: readonly BookmarkId[]): Promise<Result<unknown, Stopped>> {
    const { sync } = this.#context.library;
    const ids = [...new Set(sent)];
    const writing = sync.transaction({ ids }, (tx) => {
      for (const id of ids) {
        const { shadow, ...state } = tx.get(id);
        if (shadow) tx.put({ ...state, shadow: { ...shadow, annotations: 'resend' } });
      }
    });
    const marked = await orStopped(writing);
    if (!marked.ok) return marked;
    const known = (await sync.linked()).length;
    const lost = { missing: 0, older: 0, known, highlights: sent.length };
    return err({ stop: { kind: 'server-lost-data', ...lost }, waitMs: null });
  }
}
