import type { UnixMs } from './time';

/** An article that the server sends by e-mail: as the text of the message, or as an attached book. */
export interface ShareEmail {
  readonly email: string;
  readonly format: 'html' | 'epub';
}

/** How long a public link works. */
export const SHARE_LIFETIMES = ['day', 'week', 'month', 'never'] as const;
export type ShareLifetime = (typeof SHARE_LIFETIMES)[number];

/** The reasons why the server cannot share an article now. */
export const SHARE_PROBLEMS = [
  /** No account, or the server no longer accepts it. */
  'signed-out',
  /** The bookmark has not been sent yet, or the server no longer has it. */
  'not-on-server',
  'offline',
  'server-busy',
  /** The browser must not contact the server. */
  'not-allowed',
  /** Another program answers at the server's address. */
  'wrong-server',
  'refused',
  'library-unavailable',
] as const;
export type ShareProblem = (typeof SHARE_PROBLEMS)[number];

/** A failure to share. `detail` is what the server said; it may be empty. */
export interface ShareFailure {
  readonly problem: ShareProblem;
  readonly detail: string;
}

/** The server that can share a bookmark. */
export interface ShareServer {
  readonly host: string;
  readonly hasEmail: boolean;
}

/** The most links that are listed. */
export const MAX_SHARED_LINKS = 1_000;

/** A public link that works. The server does not keep its address. */
export interface SharedLink {
  readonly id: string;
  /** The server's id of the bookmark. */
  readonly bookmark: string;
  readonly title: string;
  /** null when it does not end. */
  readonly expires: UnixMs | null;
  /** True if it was made with the sign-in of this device, and ends with it. */
  readonly isOwn: boolean;
}

/** A public link to an article. */
export interface ShareLink {
  readonly url: string;
  /** null when it does not end. */
  readonly expires: UnixMs | null;
}
