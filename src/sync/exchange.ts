import { err, MINUTE_MS, type Result, SECOND_MS, type UnixMs, unixMs } from '../domain';
import { pushCollections } from './collections/push-collections';
import type { SyncContext } from './context';
import { pull } from './pull/pull';
import { Push } from './push/push';
import { earlier, type Stopped } from './stop';

/** How long what changes elsewhere may wait for articles. */
const PULL_AGAIN_MS = MINUTE_MS;

/** By then another device that saved the same page at the same time has sent it as well. */
const LOOK_AGAIN_MS = 30 * SECOND_MS;

/** All that a round does about bookmarks and collections; articles come beside it. */
export class Exchange {
  readonly #context: SyncContext;
  readonly #push: Push;
  #begunAt = unixMs(0);
  #collectionsDueAt: UnixMs | null = null;
  #lookAgainAt: UnixMs | null = null;

  constructor(context: SyncContext) {
    this.#context = context;
    this.#push = new Push(context);
  }

  /** When the next that waits may be sent; null: nothing does. */
  get dueAt(): UnixMs | null {
    return earlier(this.#lookAgainAt, earlier(this.#push.dueAt, this.#collectionsDueAt));
  }

  /** Pulls and pushes. */
  async run(): Promise<Result<null, Stopped>> {
    this.#begunAt = this.#context.now();
    this.#lookAgainAt = null;
    const pulled = await pull(this.#context);
    if (!pulled.ok) return pulled;
    const pushed = await this.#send();
    if (!pushed.ok) return pushed;
    const collected = await pushCollections(this.#context);
    if (!collected.ok) return err(collected.error);
    this.#collectionsDueAt = collected.value;
    return pushed;
  }

  /** While articles come: sends what was queued since, and pulls again when that was a while ago. */
  async goOn(): Promise<Result<null, Stopped>> {
    // The clock may have been set back meanwhile.
    const age = Math.abs(this.#context.now() - this.#begunAt);
    return age < PULL_AGAIN_MS ? this.#send() : this.run();
  }

  /**
   * Sends what waits. After a create it pulls again, because another device may have made the same page
   * meanwhile: then this device deletes its own or puts the other one off, by the rules of docs/sync.md.
   */
  async #send(): Promise<Result<null, Stopped>> {
    const sent = await this.#push.send();
    if (!sent.ok || !this.#push.takeHasMade()) return sent;
    this.#lookAgainAt = unixMs(this.#context.now() + LOOK_AGAIN_MS);
    const pulled = await pull(this.#context);
    return pulled.ok ? this.#push.send() : pulled;
  }
}
