import { SECOND_MS } from '../../src/domain';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import type { Dispose, Job, JobShares } from '../storage';
import type { JobKind } from './job-kind';
import { LEASE_MS } from './lease';
import { runJob } from './run-job';

/** However news travels, jobs are looked for as often as this. */
const LOOK_EVERY_MS = 30 * SECOND_MS;
/** What is due but could not be taken is being taken by another process. */
const LOOK_AGAIN_MS = SECOND_MS;

type RunnerServer = Pick<Server, 'storage' | 'log' | 'metrics' | 'now'>;

/** Does jobs of some kinds, each kind so many side by side, until it is stopped. */
export class JobRunner {
  readonly #server: RunnerServer;
  readonly #kinds: readonly JobKind[];
  readonly #running = new Map<JobKind, Map<Promise<void>, Job>>();
  readonly #stopping = new AbortController();
  readonly #endNews: Dispose;
  #looking: Promise<void> | null = null;
  #isWanted = false;
  #isClosed = false;
  #alarm: NodeJS.Timeout | undefined;

  constructor(server: RunnerServer, kinds: readonly JobKind[]) {
    this.#server = server;
    this.#kinds = kinds;
    for (const kind of kinds) this.#running.set(kind, new Map());
    this.#endNews = server.storage.events.listen(({ kind }) => {
      if (kind !== 'change') this.#look();
    });
    this.#look();
  }

  /**
   * Takes no more jobs, lets those that run come to their end for `graceMs` at most, and gives the
   * others back.
   */
  async stop(graceMs: number): Promise<void> {
    this.#isClosed = true;
    this.#endNews();
    clearTimeout(this.#alarm);
    await this.#looking;
    const deadline = setTimeout(() => this.#stopping.abort(), graceMs);
    await Promise.all([...this.#running.values()].flatMap((jobs) => [...jobs.keys()]));
    clearTimeout(deadline);
  }

  /** Looks for jobs now or, while it does, once more. */
  #look(): void {
    if (this.#isClosed) return;
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted().finally(() => {
      this.#looking = null;
      if (this.#isWanted) this.#look();
    });
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      try {
        const waitMs = await this.#untilNext();
        // Asked first: to claim is to write, and there is news with each bookmark that is made.
        if (waitMs > 0) this.#wakeIn(Math.min(waitMs, LOOK_EVERY_MS));
        else if (await this.#takeDue()) this.#isWanted = true;
        else this.#wakeIn(LOOK_AGAIN_MS);
      } catch (fault) {
        this.#server.log.error('jobs not taken', faultFields(fault));
        this.#wakeIn(LOOK_EVERY_MS);
      }
    }
  }

  /** How long until a job is due of a kind that has room; others are looked for when one ends. */
  async #untilNext(): Promise<number> {
    const { storage, now } = this.#server;
    const free = this.#kinds.filter((kind) => this.#free(kind) > 0);
    const at = await storage.jobs.nextAt(free.map(({ name }) => name));
    return at === null ? LOOK_EVERY_MS : at - now();
  }

  /** Whether there was any that no other process has taken. */
  async #takeDue(): Promise<boolean> {
    let hasTaken = false;
    for (const kind of this.#kinds) {
      const free = this.#free(kind);
      if (free <= 0 || this.#isClosed) continue;
      const jobs = await this.#server.storage.jobs.claim(
        kind.name,
        free,
        LEASE_MS,
        this.#sharesOf(kind),
      );
      for (const job of jobs) this.#begin(kind, job);
      hasTaken ||= jobs.length > 0;
    }
    return hasTaken;
  }

  #begin(kind: JobKind, job: Job): void {
    const running = this.#running.get(kind);
    const run = runJob(this.#server, kind, job, this.#stopping.signal)
      // The database is away: the job comes back by its lease.
      .catch((fault) => this.#server.log.error('job not settled', faultFields(fault)))
      .then(() => {
        running?.delete(run);
        this.#look();
      });
    running?.set(run, job);
  }

  #sharesOf(kind: JobKind): JobShares {
    const running = new Map<string, number>();
    for (const { owner } of this.#running.get(kind)?.values() ?? []) {
      running.set(owner, (running.get(owner) ?? 0) + 1);
    }
    return { perOwner: kind.perOwner ?? Number.POSITIVE_INFINITY, running };
  }

  readonly #free = (kind: JobKind) => kind.parallel - (this.#running.get(kind)?.size ?? 0);

  #wakeIn(ms: number): void {
    clearTimeout(this.#alarm);
    if (!this.#isClosed) this.#alarm = setTimeout(() => this.#look(), ms);
  }
}
