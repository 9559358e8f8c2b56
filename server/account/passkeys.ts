import * as z from 'zod/mini';
import { err, ok, type Result } from '../../src/domain/result';
import { MINUTE_MS } from '../../src/domain/time';
import type { BaseAddress } from '../http/base-address';
import type { Exchange } from '../http/exchange';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import { MAX_PASSKEYS, type UserRow } from '../storage';
import { beginPending, takePending } from './pending';
import { createLimiter, SIGN_IN_BY_ADDRESS } from './rate-limits';
import { personIdOf } from './secrets';
import { rememberAddress, type SignInError } from './sign-in';

const RP_NAME = 'Leafmark';
/** The time for the question of the browser. */
const ASK_TIMEOUT_MS = 5 * MINUTE_MS;
/** EdDSA, ES256 and RS256, which all authenticators have one of. By default the library asks Node for others. */
const ALGORITHMS = [-8, -7, -257];
export const MAX_PASSKEY_NAME_LENGTH = 64;

/** Loaded with the first passkey, because it takes long and many servers have none. */
const library = () => import('@simplewebauthn/server');

/**
 * Returns the domain of the passkeys of a server; null if it can have none. Browsers need a name that
 * stays, and https, except on the computer itself.
 */
export function passkeyDomain({ config }: Pick<Server, 'config'>, base: BaseAddress) {
  const { hostname } = new URL(base.origin);
  if (hostname === 'localhost') return hostname;
  const isName = /[a-z]/i.test(hostname) && !hostname.startsWith('[');
  return config.baseUrl !== null && base.isSecure && isName ? hostname : null;
}

/** A passkey belongs to the domain, which is not null where one is used. */
const domainOf = (server: Server, { base }: Exchange): string => passkeyDomain(server, base) ?? '';

/** Text in base64url. The longest is the attestation of an authenticator that sends certificates. */
const base64 = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]+$/));
const OF_CREDENTIAL = {
  id: base64,
  rawId: base64,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};
const transports = z.array(
  z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']),
);
const registration = z.object({
  ...OF_CREDENTIAL,
  response: z.object({
    clientDataJSON: base64,
    attestationObject: base64,
    transports: z.catch(z.optional(transports.check(z.maxLength(10))), []),
  }),
});
const assertion = z.object({
  ...OF_CREDENTIAL,
  response: z.object({
    clientDataJSON: base64,
    authenticatorData: base64,
    signature: base64,
    userHandle: base64,
  }),
});

/** Parses what the script of the page has sent. */
function readAnswer<T>(schema: z.ZodMiniType<T>, sent: string): T | null {
  try {
    return schema.parse(JSON.parse(sent));
  } catch {
    return null;
  }
}

/** Returns the options for the browser that adds a passkey of `user`. */
export async function beginPasskey(server: Server, exchange: Exchange, user: UserRow) {
  const { generateRegistrationOptions } = await library();
  const pending = { kind: 'new-passkey', userId: user.id, returnTo: '' } as const;
  const { secret } = await beginPending(server, exchange, pending);
  const known = await server.storage.passkeys.list(user.id);
  return generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: domainOf(server, exchange),
    userName: user.username,
    userID: Buffer.from(personIdOf(user), 'base64url'),
    challenge: Buffer.from(secret, 'base64url'),
    timeout: ASK_TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential, transports: ways }) => ({
      id: credential,
      transports: [...ways],
    })),
    // The passkey alone signs in: it knows its user, and the authenticator asks for a PIN or a finger.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export type PasskeyError = 'invalid' | 'too-many';

/** Adds the passkey that the browser has made for `user`. */
export async function addPasskey(
  server: Server,
  exchange: Exchange,
  user: UserRow,
  { name, sent }: { readonly name: string; readonly sent: string },
): Promise<Result<null, PasskeyError>> {
  const response = readAnswer(registration, sent);
  if (response === null) return err('invalid');
  const { verifyRegistrationResponse } = await library();
  const expectedChallenge = async (challenge: string) => {
    const pending = await takePending(server, exchange, 'new-passkey', challenge);
    return pending?.row.userId === user.id;
  };
  const verified = await verifyRegistrationResponse({
    // The attestation of an unknown kind is refused by the library.
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: exchange.base.origin,
    expectedRPID: domainOf(server, exchange),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((fault) => logRefusal(server, fault));
  if (!verified?.verified) return err('invalid');
  const { credential } = verified.registrationInfo;
  const isAdded = await server.storage.passkeys.add({
    userId: user.id,
    credential: credential.id,
    name,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: response.response.transports ?? [],
  });
  return isAdded ? ok(null) : err('too-many');
}

/** The errors of the library name what differs, and have no secrets. */
function logRefusal({ log }: Server, fault: unknown): null {
  const { fault: name, message } = faultFields(fault);
  log.warn('passkey refused', { fault: name, message });
  return null;
}

export const hasRoomForPasskey = async ({ storage }: Server, { id }: UserRow) =>
  (await storage.passkeys.list(id)).length < MAX_PASSKEYS;

/** Returns the options for the browser that signs in with any passkey of this server. */
export async function beginPasskeySignIn(server: Server, exchange: Exchange, returnTo: string) {
  const { generateAuthenticationOptions } = await library();
  const pending = { kind: 'passkey', userId: null, returnTo } as const;
  const { secret } = await beginPending(server, exchange, pending);
  return generateAuthenticationOptions({
    rpID: domainOf(server, exchange),
    challenge: Buffer.from(secret, 'base64url'),
    timeout: ASK_TIMEOUT_MS,
    userVerification: 'required',
  });
}

/** Checks the answer of an authenticator. Each try is counted by address before any work. */
export async function signInWithPasskey(
  server: Server,
  exchange: Exchange,
  sent: string,
): Promise<Result<{ readonly user: UserRow; readonly returnTo: string }, SignInError>> {
  const { clientAddress } = exchange;
  const limiter = createLimiter(server);
  const waitMs = await limiter.takeFrom(SIGN_IN_BY_ADDRESS, clientAddress);
  if (waitMs !== null) return err({ kind: 'too-often', waitMs });
  const signedIn = await checkPasskey(server, exchange, sent);
  if (signedIn === null) return err({ kind: 'wrong' });
  await limiter.giveBackTo(SIGN_IN_BY_ADDRESS, clientAddress);
  await rememberAddress(server, clientAddress, signedIn.user);
  return ok(signedIn);
}

async function checkPasskey(server: Server, exchange: Exchange, sent: string) {
  const { storage } = server;
  const response = readAnswer(assertion, sent);
  if (response === null) return null;
  const passkey = await storage.passkeys.find(response.id);
  if (passkey === null) return null;
  const user = await storage.users.find(passkey.userId);
  if (!user?.isEnabled || response.response.userHandle !== personIdOf(user)) return null;
  const { verifyAuthenticationResponse } = await library();
  let returnTo: string | null = null;
  const verified = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: async (challenge) => {
      const pending = await takePending(server, exchange, 'passkey', challenge);
      returnTo = pending?.row.returnTo ?? null;
      return pending !== null;
    },
    expectedOrigin: exchange.base.origin,
    expectedRPID: domainOf(server, exchange),
    credential: {
      id: passkey.credential,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch((fault) => logRefusal(server, fault));
  if (!verified?.verified || returnTo === null) return null;
  const counter = verified.authenticationInfo.newCounter;
  // A copy of the authenticator may have been faster.
  return (await storage.passkeys.use({ id: passkey.id, counter })) ? { user, returnTo } : null;
}
