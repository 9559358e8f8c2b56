import { parse, serialize } from 'hono/utils/cookie';
import { DAY_MS, MINUTE_MS, SECOND_MS, unixMs } from '../../src/domain/time';
import type { Exchange } from '../http/exchange';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import type { SessionRow, UserRow } from '../storage';
import { PROXY_ISSUER, proxyUserOf } from './proxy-user';
import { deriveSecret, hashSecret, isSameSecret, newSecret, personIdOf } from './secrets';

/**
 * The name of a cookie that gives access. Under https at the root of a host, no other host of the domain
 * can set it, because browsers keep `__Host-` for that.
 */
const guarded = ({ isSecure, prefix }: Exchange['base'], name: string) =>
  isSecure && prefix === '' ? `__Host-${name}` : name;
const cookieOf = (base: Exchange['base']) => guarded(base, 'leafmark_session');
/** A secret of this browser. Its hash stands at the tokens of its web app, which end by signing out. */
const browserCookieOf = (base: Exchange['base']) => guarded(base, 'leafmark_browser');
/**
 * The id of the person whose session this browser had last, empty after signing out. The web app
 * reads it, also offline, so that nobody sees the library of somebody else. It gives no access.
 */
const PERSON_COOKIE = 'leafmark_user';
/**
 * Tells the web app that its visitor has pressed *Sign out* on a page of the server. A link of another
 * site cannot set it.
 */
const LEAVING_COOKIE = 'leafmark_leaving';
const LEAVING_LIFETIME_MS = MINUTE_MS;
/** A secret of this browser, without which nobody can continue a sign-in that it has begun elsewhere. */
const attemptName = (base: Exchange['base']) => guarded(base, 'leafmark_sign_in');
const ATTEMPT_LIFETIME_MS = 30 * MINUTE_MS;
/** Says that the person who has just signed out here may still be signed in at the provider. */
const PROVIDER_COOKIE = 'leafmark_provider';
/** Browsers keep no cookie for longer. */
const PERSON_LIFETIME_MS = 400 * DAY_MS;
/** The longest life of a session in use, and of its cookie. The server may end it earlier. */
const MAX_LIFETIME_MS = 90 * DAY_MS;

/** A person who is signed in to the pages. */
export interface Visitor {
  readonly user: UserRow;
  readonly sessionHash: string;
  /** The token in every form of this session. No other site can know it. */
  readonly formToken: string;
  /** True if the web app was used in this browser, which then signs out with it. */
  readonly hasApp: boolean;
}

const formTokenOf = (session: string) => deriveSecret(session, 'forms');

/**
 * Finds the session of the request's cookie and extends it, up to 90 days. null: not signed in. The web
 * app empties the cookie of the person when it signs out without a network. Then the session ends now.
 */
export async function findVisitor(server: Server, exchange: Exchange): Promise<Visitor | null> {
  const { storage, config, now, log, webApp } = server;
  const cookies = cookiesOf(exchange);
  const session = cookies[cookieOf(exchange.base)];
  if (!session) return null;
  if (cookies[PERSON_COOKIE] === '') {
    await endSession(server, exchange);
    return null;
  }
  const hash = hashSecret(session);
  const found = await storage.sessions.find(hash);
  if (found === null || (await isOfOther(server, exchange, found))) return null;
  const { created, lastUsed } = found.session;
  if (now() - lastUsed > DAY_MS) {
    const expires = Math.min(now() + config.sessionLifetimeMs, created + MAX_LIFETIME_MS);
    // Not awaited, because a read must not wait for the writes of others.
    storage.sessions
      .extend(hash, unixMs(expires))
      .catch((fault) => log.error('use of a session not recorded', faultFields(fault)));
  }
  return {
    user: found.user,
    sessionHash: hash,
    formToken: formTokenOf(session),
    hasApp: webApp !== null && Boolean(cookies[browserCookieOf(exchange.base)]),
  };
}

/** Tells whether the proxy in front of the server names another person than that of the session. */
async function isOfOther(
  server: Server,
  exchange: Exchange,
  { session, user }: { readonly session: SessionRow; readonly user: UserRow },
): Promise<boolean> {
  const claims = proxyUserOf(server, exchange);
  if (claims === null) return false;
  const identity = await server.storage.identities.find(claims);
  // No user has this identity. A user who has signed in here may still bind it to the account.
  if (identity === null) return session.issuer === PROXY_ISSUER;
  return identity.userId !== user.id;
}

const cookiesOf = ({ headers }: Exchange) => parse(headers.get('cookie') ?? '');

/**
 * Signs `user` in with a new session, so an earlier session id can't be reused (fixation).
 * @param issuer the provider where they have signed in
 */
export async function beginSession(
  { storage, config, now }: Server,
  exchange: Exchange,
  user: UserRow,
  issuer: string | null = null,
): Promise<void> {
  const session = newSecret();
  const expires = unixMs(now() + config.sessionLifetimeMs);
  await storage.sessions.create({ hash: hashSecret(session), userId: user.id, expires, issuer });
  setCookies(exchange, [
    { name: cookieOf(exchange.base), value: session, lifetimeMs: MAX_LIFETIME_MS, httpOnly: true },
    personCookie(personIdOf(user)),
  ]);
}

/**
 * Marks the browser as one with the web app of its visitor, and returns the hash of its secret. The app
 * shows a library only with the cookie of its person.
 */
export function rememberBrowser(exchange: Exchange & { readonly visitor: Visitor }): string {
  const name = browserCookieOf(exchange.base);
  const value = cookiesOf(exchange)[name] || newSecret();
  setCookies(exchange, [
    { name, value, lifetimeMs: PERSON_LIFETIME_MS, httpOnly: true },
    personCookie(personIdOf(exchange.visitor.user)),
  ]);
  return hashSecret(value);
}

/** Returns the secret of a browser that begins a sign-in elsewhere. Several tabs share it. */
export function rememberAttempt(exchange: Exchange): string {
  const value = attemptCookieOf(exchange) ?? newSecret();
  setCookies(exchange, [
    { name: attemptName(exchange.base), value, lifetimeMs: ATTEMPT_LIFETIME_MS, httpOnly: true },
  ]);
  return value;
}

/** Returns the secret of a browser that has begun a sign-in elsewhere; null without one. */
export function attemptCookieOf(exchange: Exchange): string | null {
  const value = cookiesOf(exchange)[attemptName(exchange.base)] ?? '';
  return /^[\w-]{43}$/.test(value) ? value : null;
}

/** Returns true if the person has just signed out and began that session at the provider. */
export const wasAtProvider = (exchange: Exchange): boolean =>
  cookiesOf(exchange)[PROVIDER_COOKIE] === '1';

const providerCookie = (value: string): OwnCookie => ({
  name: PROVIDER_COOKIE,
  value,
  lifetimeMs: value === '' ? 0 : ATTEMPT_LIFETIME_MS,
  httpOnly: true,
});

/** Forgets that the person may still be signed in at the provider. */
export const forgetProvider = (exchange: Exchange): void =>
  setCookies(exchange, [providerCookie('')]);

/** Lets the web app sign out, which knows what it has not sent and asks before its library is removed. */
export const leaveByApp = (exchange: Exchange): void =>
  setCookies(exchange, [
    { name: LEAVING_COOKIE, value: '1', lifetimeMs: LEAVING_LIFETIME_MS, httpOnly: false },
  ]);

/**
 * Ends the session of this browser, and the tokens that its web app has for the same person, also when
 * the session has expired.
 * @param person the id of the person for the web app, which may have emptied the cookie
 * @returns the issuer where the session began; null if that was here
 */
export async function endSession(
  { storage }: Server,
  exchange: Exchange,
  person = '',
): Promise<string | null> {
  const cookies = cookiesOf(exchange);
  const session = cookies[cookieOf(exchange.base)];
  const browser = cookies[browserCookieOf(exchange.base)];
  const ofSession = session ? await storage.sessions.end(hashSecret(session)) : null;
  const issuer = ofSession?.issuer ?? null;
  if (browser) {
    const hash = hashSecret(browser);
    const id = person || cookies[PERSON_COOKIE];
    for (const user of await storage.tokens.usersOfBrowser(hash)) {
      const isOwn = ofSession === null ? personIdOf(user) === id : user.id === ofSession.userId;
      if (isOwn) await storage.tokens.deleteOfBrowser(user.id, hash);
    }
  }
  setCookies(exchange, [
    { name: cookieOf(exchange.base), value: '', lifetimeMs: 0, httpOnly: true },
    personCookie(''),
    ...(issuer !== null && issuer !== PROXY_ISSUER ? [providerCookie('1')] : []),
  ]);
  // Not `"storage"`: it would delete what the web app has not sent, and that of other people.
  exchange.extraHeaders['Clear-Site-Data'] = '"cache"';
  return issuer;
}

interface OwnCookie {
  readonly name: string;
  readonly value: string;
  readonly lifetimeMs: number;
  readonly httpOnly: boolean;
}

const personCookie = (value: string): OwnCookie => ({
  name: PERSON_COOKIE,
  value,
  lifetimeMs: PERSON_LIFETIME_MS,
  httpOnly: false,
});

function setCookies({ base, extraHeaders }: Exchange, cookies: readonly OwnCookie[]): void {
  extraHeaders['Set-Cookie'] = cookies.map(({ name, value, lifetimeMs, httpOnly }) =>
    serialize(name, value, {
      path: `${base.prefix}/`,
      httpOnly,
      secure: base.isSecure,
      // Not `Strict`, because apps open the consent page from their own pages.
      sameSite: 'Lax',
      maxAge: Math.floor(lifetimeMs / SECOND_MS),
    }),
  );
}

export const isFormToken = ({ formToken }: Visitor, sent: string): boolean =>
  isSameSecret(formToken, sent);
