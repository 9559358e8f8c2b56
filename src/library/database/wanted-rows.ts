import type { BookmarkId } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';

/** The ends of a page whose article was wanted. */
export const PAGE_OUTCOMES = [
  'kept',
  /** The page has no article, or is no page: a PDF, an image, a file. */
  'none',
  'gone',
  'sign-in',
  /** A captcha, a question about cookies, or the start page instead of the article. */
  'look',
  /** The site asks programs to stay away. */
  'refused',
  'failed',
  /** The bookmark was deleted, or got an article in another way. */
  'skipped',
] as const;
export type PageOutcome = (typeof PAGE_OUTCOMES)[number];

/** A bookmark whose article is wanted. */
export interface WantedPageRow {
  readonly bookmarkId: BookmarkId;
  readonly url: string;
  readonly host: string;
  readonly state: 'waiting' | PageOutcome;
  /** The number of times that it was begun. */
  readonly tries: number;
  /** True if the request may have the cookies of the site. */
  readonly isSignedIn: boolean;
  /** True if a person asked for exactly this page, also on the local network. */
  readonly isAsked: boolean;
}

/** The rules of a host's robots.txt for programs without a name of their own. */
export interface RobotRules {
  readonly rules: readonly { readonly allows: boolean; readonly path: string }[];
  readonly delayMs: number;
}

/** A host with pages that wait. */
export interface WantedHostRow {
  readonly host: string;
  readonly waiting: number;
  /** The next request may be sent then. */
  readonly notBefore: UnixMs;
  /** The number of requests in a row that failed. */
  readonly failures: number;
  /** Absent: not read yet. */
  readonly robots?: RobotRules;
}
