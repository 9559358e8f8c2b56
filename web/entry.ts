import { ACCOUNT_STATUS, accountInUse } from '../src/background/account/account-summary';
import { isOwnLibrary, PERSON_COOKIE, personIn } from './person';
import { APP_ROOT, local } from './platform';

/**
 * Returns the id of the person who signed in last to the server in this browser. It is empty after
 * signing out, and null if there is no cookie.
 */
export function currentPerson(): string | null {
  const [, value] = new RegExp(`(?:^|;\\s*)${PERSON_COOKIE}=([^;]*)`).exec(document.cookie) ?? [];
  return personIn(value);
}

/** Makes this page and later ones treat the browser as signed out, also without a network. */
export function forgetPerson(): void {
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

/** The content that a page of the web app may show. */
export type Entry =
  /** The library of the active account. */
  | 'library'
  /** Nothing, because somebody has to sign in first. */
  | 'sign-in'
  /** Nothing, because the person has signed out in this browser. */
  | 'signed-out';

/**
 * Decides what may be shown with the stored `AccountStatus`. A library is not shown to another person
 * who has signed in to the server meanwhile. A session that has merely ended changes nothing.
 */
export function entryFor(status: unknown): Entry {
  const person = currentPerson();
  if (person === '') return 'signed-out';
  const account = accountInUse(status);
  return account !== null && isOwnLibrary(person, account.userId) ? 'library' : 'sign-in';
}

export const currentEntry = async (): Promise<Entry> =>
  entryFor((await local.get(ACCOUNT_STATUS))[ACCOUNT_STATUS]);
