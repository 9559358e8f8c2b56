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

/** Why a job waits for a person. */
export type ArticlesProblem = 'not-allowed' | 'offline' | 'quota';

/** The one job of a library that gets the articles of pages. */
export interface ArticlesJob {
  readonly key: 'job';
  /** The background works on a running job. */
  readonly state: 'running' | 'paused' | 'finished';
  /** Why it is paused; null: a person has paused it. */
  readonly problem: ArticlesProblem | null;
  /** True if the access to all sites was granted for this job and is to be given back. */
  readonly isBorrowed: boolean;
  /** Pages that a person asked for one by one: first in their hosts, and also while it is paused. */
  readonly asked?: readonly BookmarkId[];
  readonly counts: Readonly<Record<WantedPageRow['state'], number>>;
}

/** True if the background has to get pages. */
export const hasWork = (job: ArticlesJob | null | undefined): boolean =>
  job?.state === 'running' || (job?.asked ?? []).length > 0;

/** True if the access is to be given back: nothing needs it until a person allows it again. */
export const owesAccess = (job: ArticlesJob): boolean =>
  job.isBorrowed && !hasWork(job) && (job.state === 'finished' || job.problem === 'not-allowed');

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
