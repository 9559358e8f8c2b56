import { type MessageKey, message, t } from '../strings';
import type { ServerProblem } from './server-store';

/** `$1` is the detail of the problem. */
const SERVER_PROBLEM_TEXTS: Readonly<Partial<Record<string, MessageKey>>> = {
  empty: 'problemNotAnAddress',
  'not-an-address': 'problemNotAnAddress',
  'not-a-token': 'problemNotAToken',
  'not-allowed': 'problemNotAllowed',
  unencrypted: 'serverUnencrypted',
  moved: 'serverMoved',
  unauthorised: 'serverTokenRefused',
  forbidden: 'serverForbidden',
  'not-this-service': 'serverIsAnother',
  'not-found': 'serverIsAnother',
  'answer-too-large': 'serverTooLarge',
  malformed: 'problemOdd',
  invalid: 'serverRefused',
  refused: 'serverRefused',
  oauth: 'serverRefused',
  offline: 'problemOffline',
  timeout: 'problemTimeout',
  interrupted: 'problemInterrupted',
  'rate-limited': 'problemBusy',
  server: 'problemServer',
  'source-gone': 'serverSourceGone',
  busy: 'importBusy',
  quota: 'importFailedQuota',
  unavailable: 'exportFailedUnavailable',
  unreadable: 'importUnreadable',
};

/** Says why something about a server failed. */
export const serverProblemText = ({ kind, detail }: ServerProblem): string =>
  kind === 'moved' && detail === ''
    ? t('problemMovedAway')
    : message(SERVER_PROBLEM_TEXTS[kind] ?? 'importFailedUnknown', [detail]);

/** Reads why an import is paused, as the library stores it. */
export function serverProblemOf(stored: string): ServerProblem {
  const [kind = '', ...rest] = stored.split(' ');
  return { kind, detail: rest.join(' ') };
}

/** The reasons after which an import goes on by itself. */
const GOES_ON: ReadonlySet<string> = new Set([
  ...['offline', 'timeout', 'interrupted', 'rate-limited', 'server'],
]);

export const goesOnByItself = ({ kind }: ServerProblem): boolean => GOES_ON.has(kind);
