import process from 'node:process';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { JobCount } from '../storage';

/** The upper bounds of the buckets for answer times, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SECOND_MS = 1000;

export interface Answered {
  readonly method: string;
  /** The path pattern of the route table, without ids and names. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** The way a run of a job ended. */
export type JobOutcome = 'done' | 'put-back' | 'given-up' | 'lost' | 'released';

export interface EndedJob {
  readonly kind: string;
  readonly outcome: JobOutcome;
  readonly ms: number;
}

/** Creates the counts of the work of this process. */
export function createMetrics(version: string) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'leafmark_http_request_duration_seconds',
    help: 'Duration of answers.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const inFlight = new Gauge({
    name: 'leafmark_http_requests_in_flight',
    help: 'Requests in progress.',
    registers,
  });
  const endedJobs = new Counter({
    name: 'leafmark_jobs_ended_total',
    help: 'Jobs that this process has ended.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const jobSeconds = new Counter({
    name: 'leafmark_jobs_seconds_total',
    help: 'Duration of these jobs.',
    labelNames: ['kind'],
    registers,
  });
  const currentJobs = new Gauge({
    name: 'leafmark_jobs',
    help: 'Jobs of all processes that wait, run or have failed.',
    labelNames: ['kind', 'state'],
    registers,
  });
  addProcessMetrics(registers, version);
  return {
    /** Counts a request as in progress until `end`. */
    begin: () => inFlight.inc(),
    end({ method, route, status, ms }: Answered): void {
      inFlight.dec();
      requests.observe({ method, route, status }, ms / SECOND_MS);
    },
    endJob({ kind, outcome, ms }: EndedJob): void {
      endedJobs.inc({ kind, outcome });
      jobSeconds.inc({ kind }, ms / SECOND_MS);
    },
    /**
     * Writes all metrics in the text format of Prometheus.
     * @param jobs the current jobs of all processes; null when they are unknown
     */
    print(jobs: readonly JobCount[] | null): Promise<string> {
      currentJobs.reset();
      for (const { kind, state, count } of jobs ?? []) currentJobs.set({ kind, state }, count);
      return registry.metrics();
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Adds a few values of the process. Those of `collectDefaultMetrics` would need timers. */
function addProcessMetrics(registers: Registry[], version: string): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  new Gauge({
    name: 'leafmark_info',
    help: 'The running version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  gauge('process_resident_memory_bytes', 'Memory of this process.', () =>
    process.memoryUsage.rss(),
  );
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of this process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  gauge('process_uptime_seconds', 'Time since the start of this process.', () => process.uptime());
}
