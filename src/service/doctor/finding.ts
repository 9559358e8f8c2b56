import { type AdviceKey, type Outcome, SAYINGS, type SayingKey } from './sayings';

/** What is looked at, in this order. */
export const STEPS = [
  'reach',
  'service',
  'privacy',
  'version',
  'features',
  'clock',
  'token',
  'scopes',
  'read',
  'write',
  'registration',
  'redirect',
] as const;
export type Step = (typeof STEPS)[number];

/** What came of one step. Nothing in it is secret. */
export interface Finding {
  readonly step: Step;
  readonly outcome: Outcome;
  /** What it means: a key of the catalogue, and what stands in it. */
  readonly key: SayingKey;
  readonly values: readonly string[];
  /** What to do, the likeliest first. */
  readonly advice: readonly AdviceKey[];
}

export const finding = (step: Step, key: SayingKey, ...values: readonly string[]): Finding => ({
  step,
  key,
  values,
  outcome: SAYINGS[key].outcome,
  advice: SAYINGS[key].advice,
});

/** The finding of a step that somebody who is signed in does not need: a remark, and nothing to do. */
export const asRemark = (one: Finding): Finding => ({
  ...one,
  outcome: one.outcome === 'bad' ? 'warning' : one.outcome,
  advice: one.advice.length > 0 ? ['doctorTryNothing'] : [],
});

/** Steps that were not taken because of `key`. */
export const skipped = (
  steps: readonly Step[],
  key: SayingKey = 'doctorNotAsked',
): readonly Finding[] => steps.map((step) => finding(step, key));
