import type { Permission } from '../../contract';
import { type BackgroundFailure, SECOND_MS } from '../../domain';
import type { Problem, ProblemKind, Way } from '../../service';
import { BACKGROUND_FAILURES } from '../messages';
import { type MessageKey, message, type PlainKey, plural, t } from '../strings';

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

const REFUSED = { happened: 'problemRefused', advice: 'problemOtherWay', isQuoted: true } as const;
const ODD = { happened: 'problemOdd', advice: 'problemLater' } as const;

const WORDINGS: Record<ProblemKind, Wording> = {
  empty: { happened: 'problemEmpty', field: 'address' },
  'not-an-address': {
    happened: 'problemNotAnAddress',
    advice: 'problemNotAnAddressDo',
    field: 'address',
  },
  'bad-header': { happened: 'problemBadHeader', advice: 'problemBadHeaderDo', field: 'headers' },
  'not-allowed': { happened: 'problemNotAllowed', advice: 'problemNotAllowedDo' },
  offline: { happened: 'problemOffline', advice: 'problemOfflineDo' },
  timeout: { happened: 'problemTimeout', advice: 'problemLater' },
  interrupted: { happened: 'problemInterrupted', advice: 'problemAgain' },
  aborted: { happened: 'problemAborted', advice: 'problemBegin' },
  unauthorised: { happened: 'problemUnauthorised', advice: 'problemUnauthorisedDo' },
  forbidden: { happened: 'problemForbidden', advice: 'problemForbiddenDo' },
  'not-found': ODD,
  invalid: REFUSED,
  oauth: REFUSED,
  refused: REFUSED,
  'too-large': REFUSED,
  'rate-limited': { happened: 'problemBusy', advice: 'problemLater' },
  server: { happened: 'problemServer', advice: 'problemLater' },
  'answer-too-large': ODD,
  malformed: ODD,
  'not-this-service': { happened: 'problemAnotherPage', advice: 'problemAnotherPageDo' },
  moved: { happened: 'problemMovedTo', advice: 'problemMovedDo' },
  denied: { happened: 'problemDenied', advice: 'problemBegin' },
  expired: { happened: 'problemExpired', advice: 'problemBegin' },
  'state-differs': { happened: 'problemStateDiffers', advice: 'problemBegin' },
  'other-redirect': {
    happened: 'problemOtherRedirect',
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
    advice: 'problemClientDo',
    isQuoted: true,
    instead: 'token',
  },
  'window-closed': { happened: 'problemWindowClosed', advice: 'problemBegin' },
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
    advice: 'problemNoPasswordDo',
    instead: 'token',
  },
  'not-a-token': { happened: 'problemNotAToken', advice: 'problemNotATokenDo', field: 'token' },
  'broken-off': { happened: 'problemBrokenOff', advice: 'problemBegin' },
  superseded: { happened: 'problemSuperseded', advice: 'problemBegin' },
  'no-account': { happened: 'problemNoAccount' },
  'library-unavailable': { happened: 'problemNoLibrary', advice: 'problemNoLibraryDo' },
};

/** Returns the texts for a problem. */
export function problemText({ kind, detail, waitMs }: Problem): ProblemText {
  const { happened, advice, isQuoted = false, field = null, instead = null } = WORDINGS[kind];
  // Browsers hide the target of a redirect.
  const key = kind === 'moved' && detail === '' ? 'problemMoved' : happened;
  return {
    happened: message(key, [detail]),
    meaning: field === null ? t('problemUnchanged') : null,
    advice: waitMs === null ? (advice ? t(advice) : null) : waitOf(waitMs),
    quote: isQuoted && detail !== '' ? t('problemDetail', detail) : null,
    field,
    instead,
  };
}

const waitOf = (ms: number): string => plural('problemWait', Math.ceil(ms / SECOND_MS));

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
