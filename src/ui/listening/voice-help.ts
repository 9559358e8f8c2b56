import { type PlainKey, t } from '../strings';
import type { PlayerProblem } from './player';

/** The advice for each system, by the name that the browser gives it. */
const ADVICE: readonly (readonly [RegExp, PlainKey])[] = [
  [/android/i, 'listenGetAndroid'],
  [/mac|iphone|ipad/i, 'listenGetMac'],
  [/win/i, 'listenGetWindows'],
];

/** Returns what is said about a problem. */
export function problemText(problem: PlayerProblem, userAgent: string): string {
  switch (problem.kind) {
    case 'no-voice': {
      const advice = ADVICE.find(([system]) => system.test(userAgent))?.[1] ?? 'listenGetLinux';
      return `${t('listenNoVoice', languageName(problem.lang))} ${t(advice)}`;
    }
    case 'network':
      return t('listenNetwork');
    case 'failed':
      return t('listenFailed');
    case 'not-allowed':
    case 'silent':
      return t('listenNeedsClick');
  }
}

function languageName(lang: string): string {
  try {
    return new Intl.DisplayNames([t('language')], { type: 'language' }).of(lang) ?? lang;
  } catch {
    return lang;
  }
}
