import { parse, serialize } from 'hono/utils/cookie';
import { DAY_MS, SECOND_MS, unixMs } from '../../src/domain/time';
import type { Exchange } from '../http/exchange';
import type { Server } from '../server';
import type { UserRow } from '../storage';
import { deriveSecret, hashSecret, isSameSecret, newSecret, personIdOf } from './secrets';

/**
 * The cookie of the session. Under https at the root of a host, no other host of the domain can set
 * it, because browsers keep `__Host-` for that.
 */
const cookieOf = ({ isSecure, prefix }: Exchange['base']) =>
  isSecure && prefix === '' ? '__Host-leafmark_session' : 'leafmark_session';
/**
 * The id of the person whose session this browser had last, empty after signing out. The web app
 * reads it, also offline, so that nobody sees the library of somebody else. It gives no access.
 */
const PERSON_COOKIE = 'leafmark_user';
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
}

const formTokenOf = (session: string) => deriveSecret(session, 'forms');

/** Finds the session of the request's cookie and extends it, up to 90 days. null: not signed in. */
export async function findVisitor(
  { storage, config, now }: Server,
  { headers, base }: Exchange,
): Promise<Visitor | null> {
  const session = parse(headers.get('cookie') ?? '')[cookieOf(base)];
  if (!session) return null;
  const hash = hashSecret(session);
  const found = await storage.sessions.find(hash);
  if (found === null) return null;
  const { created, lastUsed } = found.session;
  if (now() - lastUsed > DAY_MS) {
    const expires = Math.min(now() + config.sessionLifetimeMs, created + MAX_LIFETIME_MS);
    await storage.sessions.extend(hash, unixMs(expires));
  }
  return { user: found.user, sessionHash: hash, formToken: formTokenOf(session) };
}

/** Signs `user` in with a new session, so an earlier session id can't be reused (fixation). */
export async function beginSession(
  { storage, config, now }: Server,
  exchange: Exchange,
  user: UserRow,
): Promise<void> {
  const session = newSecret();
  const expires = unixMs(now() + config.sessionLifetimeMs);
  await storage.sessions.create({ hash: hashSecret(session), userId: user.id, expires });
  setCookies(exchange, { session, lifetimeMs: MAX_LIFETIME_MS, person: personIdOf(user) });
}

/** Ends the session of this browser. */
export async function endSession(
  { storage }: Server,
  exchange: Exchange,
  visitor: Visitor | null,
): Promise<void> {
  if (visitor) await storage.sessions.delete(visitor.sessionHash);
  setCookies(exchange, { session: '', lifetimeMs: 0, person: '' });
}

interface Cookies {
  readonly session: string;
  readonly lifetimeMs: number;
  readonly person: string;
}

function setCookies({ base, extraHeaders }: Exchange, cookies: Cookies): void {
  const cookie = (name: string, value: string, lifetimeMs: number, httpOnly: boolean) =>
    serialize(name, value, {
      path: `${base.prefix}/`,
      httpOnly,
      secure: base.isSecure,
      // Not `Strict`, because apps open the consent page from their own pages.
      sameSite: 'Lax',
      maxAge: Math.floor(lifetimeMs / SECOND_MS),
    });
  extraHeaders['Set-Cookie'] = [
    cookie(cookieOf(base), cookies.session, cookies.lifetimeMs, true),
    cookie(PERSON_COOKIE, cookies.person, PERSON_LIFETIME_MS, false),
  ];
}

export const isFormToken = ({ formToken }: Visitor, sent: string): boolean =>
  isSameSecret(formToken, sent);
