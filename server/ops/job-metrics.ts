import type { JobOutcome } from '../jobs/job-kind';
import type { JobCount } from '../storage';
import { family } from './metric-lines';

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
