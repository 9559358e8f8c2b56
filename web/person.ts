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
