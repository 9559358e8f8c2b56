import type { Connection } from '../connection';
import type { Finding } from './finding';
import type { AdviceKey, SayingKey } from './sayings';

/** Says a message of the catalogue in the person's language. */
export type Say = (key: SayingKey | AdviceKey, values: readonly string[]) => string;

/** The findings as text to be copied: what was found and what to do, without a secret. */
export function reportOf(
  findings: readonly Finding[],
  { base, token, extraHeaders }: Connection,
  say: Say,
): string {
  const lines = findings.flatMap(({ step, outcome, key, values, advice }) => [
    `${step}: ${outcome} — ${say(key, values)}`,
    ...(outcome === 'good' ? [] : advice.map((one) => `  - ${say(one, [])}`)),
  ]);
  const secrets = [token ?? '', ...Object.values(extraHeaders ?? {})].filter(Boolean);
  // Servers quote in their words what was sent to them.
  return secrets.reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    [base, ...lines].join('\n'),
  );
}
