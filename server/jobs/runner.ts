import { SECOND_MS } from '../../src/domain/time';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import type { Dispose, Job, JobShares } from '../storage';
import { type JobKind, LEASE_MS, runJob } from './run-job';

/** The runner looks for jobs at least this often, in case an event was missed. */
const LOOK_FOR_JOBS_EVERY_MS = 30 * SECOND_MS;
/** Another process is claiming the jobs that are due but could not be claimed. */
const CLAIM_AGAIN_MS = SECOND_MS;

type RunnerServer = Pick<Server, 'storage' | 'log' | 'metrics' | 'now'>;

/** Runs the jobs of the given kinds until it is stopped. */
export class JobRunner {
  readonly #server: RunnerServer;
  readonly #kinds: readonly JobKind[];
  readonly #running = new Map<JobKind, Map<Promise<void>, Job>>();
  readonly #stopping = new AbortController();
  readonly #unsubscribe: Dispose;
  #looking: Promise<void> | null = null;
  #isRequested = false;
  #isClosed = false;
  #alarm: NodeJS.Timeout | undefined;

  constructor(server: RunnerServer, kinds: readonly JobKind[]) {
    this.#server = server;
    this.#kinds = kinds;
    for (const kind of kinds) this.#running.set(kind, new Map());
    this.#unsubscribe = server.storage.events.listen(({ kind }) => {
      if (kind !== 'change') this.#look();
    });
    this.#look();
  }

  /**
   * Stops claiming jobs, waits up to `graceMs` for those that run, and releases the rest.
   */
  async stop(graceMs: number): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    clearTimeout(this.#alarm);
    await this.#looking;
    const deadline = setTimeout(() => this.#stopping.abort(), graceMs);
    await Promise.all([...this.#running.values()].flatMap((jobs) => [...jobs.keys()]));
    clearTimeout(deadline);
  }

  /** Looks for jobs. A call during a look causes another look. */
  #look(): void {
    if (this.#isClosed) return;
    this.#isRequested = true;
    this.#looking ??= this.#lookWhileRequested().finally(() => {
      this.#looking = null;
      if (this.#isRequested) this.#look();
    });
  }

  async #lookWhileRequested(): Promise<void> {
    while (this.#isRequested && !this.#isClosed) {
      this.#isRequested = false;
      try {
        const waitMs = await this.#untilNext();
        // Claiming writes to the database, so a read comes first: every new bookmark sends an event.
        if (waitMs > 0) this.#wakeIn(Math.min(waitMs, LOOK_FOR_JOBS_EVERY_MS));
        else if (await this.#takeDue()) this.#isRequested = true;
        else this.#wakeIn(CLAIM_AGAIN_MS);
      } catch (fault) {
        this.#server.log.error('jobs not taken', faultFields(fault));
        this.#wakeIn(LOOK_FOR_JOBS_EVERY_MS);
      }
    }
  }

  /** Returns the ms until the next job of a kind with free places. A job that ends causes a look. */
  async #untilNext(): Promise<number> {
    const { storage, now } = this.#server;
    const free = this.#kinds.filter((kind) => this.#free(kind) > 0);
    const at = await storage.jobs.nextAt(free.map(({ name }) => name));
    return at === null ? LOOK_FOR_JOBS_EVERY_MS : at - now();
  }

  /** Claims the jobs that are due and starts them. Returns false when there were none. */
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
      // The database is unavailable. The job can be claimed again after its lease.
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
