import type { ArticlesJob, PageOutcome } from '../../library';
import type { PlainKey } from '../strings';

/** The text of what became of a page. */
export const OUTCOME_NAMES: Readonly<Record<PageOutcome, PlainKey>> = {
  kept: 'gettingKept',
  none: 'gettingNone',
  gone: 'gettingGone',
  'sign-in': 'gettingNeedSignIn',
  look: 'gettingLook',
  refused: 'gettingRefused',
  failed: 'statusUnanswered',
  skipped: 'gettingSkipped',
};

const JOB_PROBLEM_TEXTS: Readonly<Record<NonNullable<ArticlesJob['problem']>, PlainKey>> = {
  'not-allowed': 'gettingNotAllowed',
  offline: 'gettingOffline',
  quota: 'errorQuotaHalf',
};

/** The text of why a job waits. */
export const pausedText = ({ problem }: ArticlesJob): PlainKey =>
  problem === null ? 'gettingPaused' : JOB_PROBLEM_TEXTS[problem];
