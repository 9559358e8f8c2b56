import type { JSX } from 'preact';
import { SECOND_MS } from '../../domain';
import { t } from '../strings';
import { useNow } from '../use-now';

/** How long the code is good, second by second. `until` is Unix ms. */
export function CountDown({ until }: { readonly until: number }): JSX.Element {
  const leftMs = until - useNow(SECOND_MS);
  return (
    // A timer is not read out by itself, which would be each second.
    <p class="hint" role="timer">
      {leftMs > 0 ? t('signInCodeLeft', minutesAndSeconds(leftMs)) : t('signInCodeOver')}
    </p>
  );
}

/** As clocks have it: `9:05`. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
