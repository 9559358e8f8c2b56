import { type MessageKey, message, type PlainKey, t } from '../strings';
import type { ServerProblem, SourceThere } from './server-store';

/** `$1` is the detail of the problem. */
const PROBLEMS: Readonly<Partial<Record<string, MessageKey>>> = {
  empty: 'problemEmpty',
  'not-an-address': 'serverNotAnAddress',
  'not-a-token': 'serverNotAToken',
  'not-allowed': 'serverNotAllowed',
  unencrypted: 'serverUnencrypted',
  moved: 'serverMoved',
  unauthorised: 'serverTokenRefused',
  forbidden: 'serverForbidden',
  'not-this-service': 'serverIsAnother',
  'not-found': 'serverIsAnother',
  'answer-too-large': 'serverTooLarge',
  'too-large': 'thereTooLarge',
  malformed: 'problemOdd',
  invalid: 'thereRefused',
  refused: 'thereRefused',
  oauth: 'thereRefused',
  offline: 'problemOffline',
  timeout: 'problemTimeout',
  interrupted: 'problemInterrupted',
  'rate-limited': 'problemBusy',
  server: 'problemServer',
  'signed-out': 'thereNobody',
  'source-gone': 'serverSourceGone',
  busy: 'importBusy',
  quota: 'serverQuota',
  unavailable: 'exportFailedUnavailable',
  unreadable: 'importUnreadable',
};

/** Says why something about a server failed. */
export const serverProblemText = ({ kind, detail }: ServerProblem): string =>
  message(PROBLEMS[kind] ?? 'serverUnknown', [detail]);

/** Reads why an import is paused, as the library stores it. */
export function problemOf(stored: string): ServerProblem {
  const [kind = '', ...rest] = stored.split(' ');
  return { kind, detail: rest.join(' ') };
}

/** The reasons after which an import goes on by itself. */
const GOES_ON: ReadonlySet<string> = new Set([
  ...['offline', 'timeout', 'interrupted', 'rate-limited', 'server'],
]);

export const goesOnByItself = ({ kind }: ServerProblem): boolean => GOES_ON.has(kind);

/** The names of the files that a server imports. */
export const SOURCE_NAMES: Readonly<Record<SourceThere, PlainKey>> = {
  browser: 'importFormatBrowser',
  csv: 'importFormatCsv',
  goodlinks: 'importFormatGoodlinks',
  linkwarden: 'importFormatLinkwarden',
  pinboard: 'importFormatPinboard',
  pocketFile: 'importFormatPocket',
  readwise: 'importFormatReadwise',
  text: 'importFormatText',
};

export const sourceName = (source: SourceThere): string => t(SOURCE_NAMES[source]);
