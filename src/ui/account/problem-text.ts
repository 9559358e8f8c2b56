import type { Permission } from '../../contract';
import type { BackgroundFailure } from '../../domain/page-state';
import { SECOND_MS } from '../../domain/time';
import type { Problem, ProblemKind, Way } from '../../service';
import { BACKGROUND_FAILURES } from '../messages';
import { type MessageKey, message, type PlainKey, t } from '../strings';

/** A form field that a problem is about. */
type TypedField = 'address' | 'headers' | 'password' | 'token';

/** The texts that explain why something failed. */
export interface ProblemText {
  readonly happened: string;
  /**
   * The consequences of the problem for the data. null where nobody would expect the data to be
   * affected.
   */
  readonly meaning: string | null;
  /** null where `happened` contains the advice. */
  readonly advice: string | null;
  /** The server's or the browser's own message. null when it adds nothing. */
  readonly quote: string | null;
  readonly field: TypedField | null;
  /** The way to sign in that should be tried next. null when any may work. */
  readonly instead: Way | null;
}

interface Wording {
  /** `$1` is the problem's detail. */
  readonly happened: MessageKey;
  readonly advice?: PlainKey;
  /** True when the problem's detail is a message from the server or the browser. */
  readonly isQuoted?: boolean;
  readonly field?: TypedField;
  readonly instead?: Way;
}

const REFUSED_TEXTS = {
  happened: 'attentionRefused',
  advice: 'problemOtherWay',
  isQuoted: true,
} as const;
const ODD = { happened: 'problemOdd', advice: 'problemLater' } as const;

const WORDINGS: Record<ProblemKind, Wording> = {
  empty: { happened: 'problemNotAnAddress', field: 'address' },
  'not-an-address': { happened: 'problemNotAnAddress', field: 'address' },
  'bad-header': { happened: 'problemBadHeader', field: 'headers' },
  'not-allowed': { happened: 'problemNotAllowed' },
  offline: { happened: 'problemOffline', advice: 'problemOfflineDo' },
  timeout: { happened: 'problemTimeout', advice: 'problemLater' },
  interrupted: { happened: 'problemInterrupted', advice: 'problemAgain' },
  aborted: { happened: 'problemAborted', advice: 'problemAgain' },
  unauthorised: { happened: 'problemUnauthorised', advice: 'problemUnauthorisedDo' },
  forbidden: { happened: 'problemForbidden', advice: 'problemForbiddenDo' },
  'not-found': ODD,
  invalid: REFUSED_TEXTS,
  oauth: REFUSED_TEXTS,
  refused: REFUSED_TEXTS,
  'too-large': REFUSED_TEXTS,
  'rate-limited': { happened: 'problemBusy', advice: 'problemLater' },
  server: { happened: 'problemServer', advice: 'problemLater' },
  'answer-too-large': ODD,
  malformed: ODD,
  'not-this-service': { happened: 'problemAnotherPage', advice: 'problemAnotherPageDo' },
  moved: { happened: 'problemMoved', advice: 'problemMovedDo' },
  denied: { happened: 'problemDenied', advice: 'problemAgain' },
  expired: { happened: 'problemExpired', advice: 'problemAgain' },
  'state-differs': { happened: 'problemSuperseded', advice: 'problemAgain' },
  'other-redirect': {
    happened: 'problemNotGranted',
    advice: 'problemOtherWay',
    instead: 'password',
  },
  'not-granted': {
    happened: 'problemNotGranted',
    advice: 'problemOtherWay',
    isQuoted: true,
    instead: 'password',
  },
  'client-not-accepted': {
    happened: 'problemClient',
    advice: 'doctorTryToken',
    isQuoted: true,
    instead: 'token',
  },
  'window-closed': { happened: 'problemWindowClosed', advice: 'problemAgain' },
  'no-window': {
    happened: 'problemNoWindow',
    advice: 'problemOtherWay',
    isQuoted: true,
    instead: 'password',
  },
  'wrong-password': {
    happened: 'problemWrongPassword',
    advice: 'problemAgain',
    field: 'password',
  },
  'password-not-offered': {
    happened: 'problemNoPassword',
    advice: 'doctorTryToken',
    instead: 'token',
  },
  'not-a-token': { happened: 'problemNotAToken', field: 'token' },
  'broken-off': { happened: 'problemAborted', advice: 'problemAgain' },
  superseded: { happened: 'problemSuperseded', advice: 'problemAgain' },
  'other-person': { happened: 'problemOtherPerson' },
  'no-account': { happened: 'problemNoAccount' },
  'library-unavailable': { happened: 'errorLibraryUnavailable' },
};

/** Returns the texts for a problem. */
export function accountProblemText({ kind, detail, waitMs }: Problem): ProblemText {
  const { advice, isQuoted = false, field = null, instead = null } = WORDINGS[kind];
  return {
    happened: happened(kind, detail),
    meaning: field === null ? t('problemUnchanged') : null,
    advice: waitMs === null ? (advice ? t(advice) : null) : waitOf(waitMs),
    quote: isQuoted && detail !== '' ? t('problemDetail', detail) : null,
    field,
    instead,
  };
}

/** Says what a problem is. Browsers hide the target of a redirect. */
const happened = (kind: ProblemKind, detail: string): string =>
  kind === 'moved' && detail === ''
    ? t('problemMovedAway')
    : message(WORDINGS[kind].happened, [detail]);

/** Says when to try again: "Try again in 30 seconds." */
function waitOf(ms: number): string {
  const relative = new Intl.RelativeTimeFormat(t('language'));
  return t('problemWait', relative.format(Math.ceil(ms / SECOND_MS), 'second'));
}

/** Says what a sign-in without these permissions means; null if none is missing. */
export function missingText(missing: readonly Permission[]): string | null {
  if (missing.length === 0) return null;
  return t(missing.includes('api:bookmarks:read') ? 'rightsNoReading' : 'rightsReadOnly');
}

/** Returns the texts for a request that did not reach the background or failed there. */
export const failureText = ({ kind }: BackgroundFailure): ProblemText => ({
  happened: t(BACKGROUND_FAILURES[kind]),
  meaning: null,
  advice: null,
  quote: null,
  field: null,
  instead: null,
});
