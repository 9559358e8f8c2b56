import type { Refusal } from '../../library';
import { meaningOf, type ServiceError } from '../../service';
import { backOffMs, refusalOf } from '../stop';

/** What can't be read may be a line that broke, or the server's way: then a person is told. */
const MALFORMED_TRIES = 5;

/** What follows for what was sent. */
export type Failure =
  /** The server would refuse it again: a person decides how it goes on. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'later';
      /** Whether it may have been made all the same. */
      readonly isTried: boolean;
      /** It is about this one, and others may go through; otherwise the round is over. */
      readonly isTrouble: boolean;
      readonly waitMs: number;
    };

/** @param attempts how often it was tried by now */
export function judgeFailure(error: ServiceError, attempts: number, random: number): Failure {
  const { change, retry, waitMs } = meaningOf(error);
  const isMalformed = error.kind === 'malformed' && attempts < MALFORMED_TRIES;
  if (retry === 'never' && !isMalformed && error.kind !== 'forbidden') {
    return { kind: 'refused', refusal: refusalOf(error) };
  }
  const isTrouble = (error.kind === 'server' && error.status !== 503) || isMalformed;
  return {
    kind: 'later',
    isTried: change !== 'not-made',
    isTrouble,
    waitMs: isTrouble ? (waitMs ?? backOffMs(attempts, random)) : 0,
  };
}
