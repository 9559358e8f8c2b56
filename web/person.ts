import { accountInUse } from '../src/background/account/account-summary';

/** The cookie that the server sets when somebody signs in or out on its pages. */
export const PERSON_COOKIE = 'leafmark_user';

/** Reads the value of the cookie. A person may have edited it, which counts as no cookie. */
export function personIn(value: string | undefined): string | null {
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}

/**
 * True if the library of an account belongs to the person who signed in last in this browser. A session
 * that has merely ended changes nothing. Signing out does, and so does a cookie that is gone: then the
 * server is asked who is signed in.
 */
export const isOwnLibrary = (person: string | null, userId: unknown): boolean =>
  person !== null && person !== '' && userId === person;

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
export function entryFor(status: unknown, person: string | null): Entry {
  if (person === '') return 'signed-out';
  const account = accountInUse(status);
  return account !== null && isOwnLibrary(person, account.userId) ? 'library' : 'sign-in';
}
