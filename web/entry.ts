import { ACCOUNT_STATUS } from '../src/background/account/account-summary';
import { SECOND_MS } from '../src/domain/time';
import { type Entry, entryFor, PERSON_COOKIE, personIn } from './person';
import { APP_BASE, APP_ROOT } from './platform';
import { local } from './stored-area';

/**
 * Returns the id of the person who signed in last to the server in this browser. It is empty after
 * signing out, and null if there is no cookie.
 */
export function currentPerson(): string | null {
  const [, value] = new RegExp(`(?:^|;\\s*)${PERSON_COOKIE}=([^;]*)`).exec(document.cookie) ?? [];
  return personIn(value);
}

/** Makes this page and later ones treat the browser as signed out, also without a network. */
function forgetPerson(): void {
  setCookie(PERSON_COOKIE, '', 31_536_000);
}

function setCookie(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Not every browser has the Cookie Store API.
  document.cookie = `${name}=${value}; Path=${new URL(APP_ROOT).pathname}; SameSite=Lax; Max-Age=${seconds}`;
}

/** The cookie of a person who has pressed *Sign out* on a page of the server. */
const LEAVING_COOKIE = 'leafmark_leaving';

/** Returns true once if the person has just pressed *Sign out* on a page of the server. */
export function takeLeaving(): boolean {
  const isLeaving = new RegExp(`(?:^|;\\s*)${LEAVING_COOKIE}=1`).test(document.cookie);
  if (isLeaving) setCookie(LEAVING_COOKIE, '', 0);
  return isLeaving;
}

/**
 * Ends the session of this browser on the server, and keeps the library from being shown here. Without
 * a network, the server ends it when it sees the empty cookie.
 */
export async function endSession(): Promise<void> {
  const person = currentPerson() ?? '';
  forgetPerson();
  try {
    await fetch(`${APP_BASE}/app/sign-out`, {
      method: 'POST',
      // The session may have expired, so the server may not know the person.
      body: new URLSearchParams({ person }),
      redirect: 'manual',
      // The page may be left.
      keepalive: true,
      signal: AbortSignal.timeout(SIGN_OUT_MS),
    });
  } catch {
    // There is no network. The next start asks again.
  }
}

const SIGN_OUT_MS = 5 * SECOND_MS;

/** Returns what this page may show. */
export const currentEntry = async (): Promise<Entry> =>
  entryFor((await local.get(ACCOUNT_STATUS))[ACCOUNT_STATUS], currentPerson());
