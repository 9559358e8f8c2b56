import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { SECOND_MS } from '../../domain';
import { t } from '../strings';

/** How long the code is good, second by second. `until` is Unix ms. */
export function CountDown({ until }: { readonly until: number }): JSX.Element {
  const now = useSignal(Date.now());
  useEffect(() => {
    const ticking = setInterval(() => {
      now.value = Date.now();
    }, SECOND_MS);
    return () => clearInterval(ticking);
  }, [now]);
  const leftMs = until - now.value;
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
