import type { PageOutcome } from '../../library';
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
