import { useRef } from 'preact/hooks';
import { MINUTE_MS } from '../../domain/time';
import { t } from '../strings';
import { formatDuration } from './format-duration';

/** The least number of finished items from which the time that is left is estimated. */
const MIN_MEASURED = 5;

/**
 * Returns how long the work that waits will take, as a text. It is measured since the work was first
 * shown or went on; null until enough was done. While it is paused, nothing waits.
 *
 * @param kind what is counted, where one work follows another
 */
export function useTimeLeft(done: number, waiting: number, kind = ''): string | null {
  const first = useRef<{
    readonly at: number;
    readonly done: number;
    readonly kind: string;
  } | null>(null);
  if (waiting === 0) first.current = null;
  else if (first.current?.kind !== kind) first.current = { at: Date.now(), done, kind };
  const measured = done - (first.current?.done ?? done);
  if (first.current === null || measured < MIN_MEASURED) return null;
  const leftMs = ((Date.now() - first.current.at) / measured) * waiting;
  return t('gettingLeft', formatDuration(Math.max(1, leftMs / MINUTE_MS)));
}
