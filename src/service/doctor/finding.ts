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

/** Turns the finding of a step that a signed-in user does not need into a remark without advice. */
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
