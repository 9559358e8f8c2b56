import type { Result } from '../../src/domain/result';
import type { BaseAddress } from '../http/base-address';
import type { Claims } from './identity';

/** The path to which the provider sends people back. */
export const CALLBACK_PATH = '/login/provider/callback';

/** The texts that one sign-in at the provider needs. */
export interface ProviderAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type ProviderProblem =
  /** The provider does not answer, or not as a provider of OpenID Connect does. */
  | 'unreachable'
  /** The person, or a rule there, did not allow the sign-in. */
  | 'denied'
  /** The answer is not valid: it may be forged. */
  | 'invalid';

/** The provider of OpenID Connect. */
export interface Provider {
  /** Returns the address where the sign-in goes on. */
  begin(base: BaseAddress, attempt: ProviderAttempt): Promise<Result<string, ProviderProblem>>;
  /** Checks the answer, which is in the address of the callback. */
  finish(url: URL, attempt: ProviderAttempt): Promise<Result<Claims, ProviderProblem>>;
  /** Returns the address that ends the session there; null if it has none. */
  signOutAddress(base: BaseAddress): Promise<string | null>;
}
