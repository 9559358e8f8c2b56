import type { CaptureStep } from '../domain';

/** Runs the named steps of one capture and keeps how long each took, in milliseconds. */
export interface StepTimer {
  run<T>(name: CaptureStep, step: () => T): T;
  readonly durationsMs: Readonly<Partial<Record<CaptureStep, number>>>;
}

/** `now` is a monotonic clock in milliseconds. A step that runs twice has the sum. */
export function createStepTimer(now: () => number): StepTimer {
  const durationsMs: Partial<Record<CaptureStep, number>> = {};
  return {
    durationsMs,
    run(name, step) {
      const startedAt = now();
      try {
        return step();
      } finally {
        durationsMs[name] = (durationsMs[name] ?? 0) + now() - startedAt;
      }
    },
  };
}
