import * as z from 'zod/mini';
import type { Connection, Credential } from '../../service';
import { tryAgainAt } from './try-again-at';

/** A token of ours that is used no more, and whose server could not be told so yet. A secret. */
export const LeftToken = z.object({
  base: z.url({ protocol: /^https?$/ }),
  extraHeaders: z.record(z.string(), z.string()),
  token: z.string(),
  /** Its id on the server; empty when that is not known. */
  tokenId: z.string(),
  /** Since when, and not before when it is tried by itself: Unix ms. */
  since: z.number(),
  nextAt: z.number(),
});
export type LeftToken = z.output<typeof LeftToken>;

type Leaving = Pick<Connection, 'base' | 'extraHeaders'> & Pick<Credential, 'token' | 'tokenId'>;

/** A token as it is left: its server is told at once. */
export const leftToken = (
  { base, extraHeaders = {}, token, tokenId }: Leaving,
  now: number,
): LeftToken => ({
  ...{ base, token, tokenId },
  extraHeaders: { ...extraHeaders },
  since: now,
  nextAt: now,
});

/** With one more of them; a token that is none, or is there already, adds nothing. */
export const withLeft = (left: readonly LeftToken[], one: LeftToken): readonly LeftToken[] =>
  one.token === '' || left.some(({ token }) => token === one.token) ? left : [...left, one];

export const withoutLeft = (
  left: readonly LeftToken[],
  { token }: Pick<LeftToken, 'token'>,
): readonly LeftToken[] => left.filter((one) => one.token !== token);

/** With that one put off, as its server did not answer. */
export const withLater = (
  left: readonly LeftToken[],
  { token, since }: LeftToken,
  now: number,
): readonly LeftToken[] =>
  left.map((one) => (one.token === token ? { ...one, nextAt: tryAgainAt(since, now) } : one));

/** With those of one server due, as it has just answered. */
export const withAnswering = (
  left: readonly LeftToken[],
  base: string,
  now: number,
): readonly LeftToken[] => left.map((one) => (one.base === base ? { ...one, nextAt: now } : one));
