import type { Finding } from './finding';
import type { AdviceKey, SayingKey } from './sayings';

/** Says a message of the catalogue in the person's language. */
export type Say = (key: SayingKey | AdviceKey, values: readonly string[]) => string;

/** The findings about the server at `base` as text to be copied: what was found and what to do. */
export function reportOf(findings: readonly Finding[], base: string, say: Say): string {
  const lines = findings.flatMap(({ step, outcome, key, values, advice }) => [
    `${step}: ${outcome} — ${say(key, values)}`,
    ...(outcome === 'good' ? [] : advice.map((one) => `  - ${say(one, [])}`)),
  ]);
  return [base, ...lines].join('\n');
}
