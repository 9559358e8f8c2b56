import type { FindingKey, FoundStep } from './doctor-results';
import type { Step } from './doctor-steps';

export const finding = (step: Step, key: FindingKey, ...values: readonly string[]): FoundStep => ({
  step,
  key,
  values,
});

/** Findings of steps that were not taken because of `key`. */
export const skipped = (
  steps: readonly Step[],
  key: FindingKey = 'doctorNotAsked',
): readonly FoundStep[] => steps.map((step) => finding(step, key));
