import process from 'node:process';
import type { JobCount } from '../storage';

/** Upper ends of the buckets that answers are counted in, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const MS = 1000;

interface Series {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly buckets: number[];
  count: number;
  seconds: number;
}

export interface Answered {
  readonly method: string;
  /** The path as the route table has it: no ids, no names. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** Counts what this process does. */
export interface Metrics {
  begin(): void;
  end(answered: Answered): void;
  endJob(ended: EndedJob): void;
  /** In the text format of Prometheus. */
  print(): string;
}

export function createMetrics(version: string): Metrics {
  const all = new Map<string, Series>();
  const jobs = createJobMetrics();
  let inFlight = 0;

  const seriesOf = ({ method, route, status }: Answered): Series => {
    const key = `${method} ${status} ${route}`;
    const known = all.get(key);
    if (known) return known;
    const made = { method, route, status, buckets: BUCKETS.map(() => 0), count: 0, seconds: 0 };
    all.set(key, made);
    return made;
  };

  return {
    begin() {
      inFlight += 1;
    },
    end(answered) {
      inFlight -= 1;
      const series = seriesOf(answered);
      const seconds = answered.ms / MS;
      const bucket = BUCKETS.findIndex((end) => seconds <= end);
      if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
      series.count += 1;
      series.seconds += seconds;
    },
    endJob: jobs.endJob,
    print: () =>
      [...requestLines(all.values(), inFlight), ...jobs.lines(), ...processLines(version), ''].join(
        '\n',
      ),
  };
}

function requestLines(all: Iterable<Series>, inFlight: number): string[] {
  const name = 'leafmark_http_request_duration_seconds';
  const lines = family(name, 'histogram', 'How long answers took.');
  for (const { method, route, status, buckets, count, seconds } of all) {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    let sum = 0;
    BUCKETS.forEach((end, index) => {
      sum += buckets[index] ?? 0;
      lines.push(`${name}_bucket{${labels},le="${end}"} ${sum}`);
    });
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`);
    lines.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`);
  }
  const gauge = 'leafmark_http_requests_in_flight';
  return [...lines, ...family(gauge, 'gauge', 'Requests being answered.'), `${gauge} ${inFlight}`];
}

function processLines(version: string): string[] {
  const { user, system } = process.cpuUsage();
  const values: readonly (readonly [string, string, string, number])[] = [
    [
      'process_resident_memory_bytes',
      'gauge',
      'Memory of this process.',
      process.memoryUsage.rss(),
    ],
    ['process_cpu_seconds_total', 'counter', 'CPU time of this process.', (user + system) / 1e6],
    ['process_uptime_seconds', 'gauge', 'Time since this process began.', process.uptime()],
  ];
  return [
    ...family('leafmark_info', 'gauge', 'Which version runs.'),
    `leafmark_info{version="${version}"} 1`,
    ...values.flatMap(([name, type, help, value]) => [
      ...family(name, type, help),
      `${name} ${value}`,
    ]),
  ];
}

/** The way a run of a job ended. */
export type JobOutcome = 'done' | 'put-back' | 'given-up' | 'lost' | 'released';

export interface EndedJob {
  readonly kind: string;
  readonly outcome: JobOutcome;
  readonly ms: number;
}

/** Counts the jobs that this process has ended. */
export interface JobMetrics {
  endJob(ended: EndedJob): void;
  lines(): string[];
}

export function createJobMetrics(): JobMetrics {
  const counts = new Map<string, number>();
  const seconds = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, by: number) =>
    sums.set(key, (sums.get(key) ?? 0) + by);
  return {
    endJob({ kind, outcome, ms }) {
      add(counts, `kind="${kind}",outcome="${outcome}"`, 1);
      add(seconds, `kind="${kind}"`, ms / 1000);
    },
    lines: () => [
      ...linesOf('leafmark_jobs_ended_total', 'Jobs that this process has ended.', counts),
      ...linesOf('leafmark_jobs_seconds_total', 'How long they took.', seconds),
    ],
  };
}

/** The jobs that there are now, of all processes. */
export const jobCountLines = (counts: readonly JobCount[]): string[] => [
  ...family('leafmark_jobs', 'gauge', 'Jobs that wait, run or were given up, of all processes.'),
  ...counts.map(
    ({ kind, state, count }) => `leafmark_jobs{kind="${kind}",state="${state}"} ${count}`,
  ),
];

const linesOf = (name: string, help: string, sums: ReadonlyMap<string, number>) => [
  ...family(name, 'counter', help),
  ...[...sums].map(([labels, sum]) => `${name}{${labels}} ${sum}`),
];

/** Writes the lines before the values of a metric, in the text format of Prometheus. */
export const family = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];
