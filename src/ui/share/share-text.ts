import type { ShareFailure, ShareLink, ShareProblem } from '../../domain/share';
import { formatMoment } from '../format';
import { type PlainKey, t } from '../strings';

const SHARE_PROBLEM_TEXTS = {
  'signed-out': 'readerFetchSignedOut',
  'not-on-server': 'shareNotOnServer',
  'not-allowed': 'syncNotAllowed',
  'wrong-server': 'syncWrongServer',
  refused: 'attentionRefused',
  'library-unavailable': 'errorLibraryUnavailable',
} as const satisfies Record<Exclude<ShareProblem, 'offline' | 'server-busy'>, PlainKey>;

/** Says why a request about sharing failed. `offline` and `busy` say what that means for it. */
export function failureText(
  { problem, detail }: ShareFailure,
  { offline, busy = offline }: { readonly offline: PlainKey; readonly busy?: PlainKey },
): string {
  const text = t(
    problem === 'offline'
      ? offline
      : problem === 'server-busy'
        ? busy
        : SHARE_PROBLEM_TEXTS[problem],
  );
  return detail === '' ? text : `${text} (${detail})`;
}

/** Says until when a link works. */
export const linkEndText = ({ expires }: Pick<ShareLink, 'expires'>): string =>
  expires === null ? t('shareLinkNoEnd') : t('shareLinkUntil', formatMoment(expires));
