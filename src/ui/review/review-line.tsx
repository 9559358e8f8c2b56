import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { dayOf } from '../../domain/calendar';
import { MINUTE_MS } from '../../domain/time';
import type { AccountKey, Library, ReviewOfDay } from '../../library';
import { useNow } from '../components/use-now';
import { createMirror, isRecord, libraryMirrorKey, type MirrorStorage } from '../mirror';
import type { SettingsStore } from '../settings/settings-store';
import { plural, t } from '../strings';
import { usePerDay } from './use-per-day';
import './review-line.css';

/** When there is something to review, and how much. */
interface NextReview {
  readonly fromDay: number;
  readonly count: number;
}

interface ReviewLineProps {
  readonly library: Promise<Library>;
  readonly account: AccountKey;
  readonly storage: MirrorStorage;
  readonly settings: () => Promise<SettingsStore>;
  /** The address of the review. */
  readonly href: string;
}

/** Says how many highlights there are to review. Shows nothing if there are none. */
export function ReviewLine(props: ReviewLineProps): JSX.Element | null {
  const perDay = usePerDay(props.storage, props.settings);
  const today = dayOf(useNow(MINUTE_MS));
  const next = useNextReview(props, today, perDay);
  if (perDay === 0 || next === null || next.fromDay > today) return null;
  return (
    <p class="hint">
      <a class="review-line line plain-link" href={props.href}>
        {t('reviewLine', plural('highlightsCount', Math.min(next.count, perDay)))}
      </a>
    </p>
  );
}

function useNextReview(
  { library, account, storage }: ReviewLineProps,
  today: number,
  perDay: number,
): NextReview | null {
  // The first paint has the line as it will be, so that it moves no rows.
  const [mirror] = useState(() =>
    createMirror(storage, libraryMirrorKey('review', account), parseNext),
  );
  const next = useSignal(mirror.read());
  useEffect(() => {
    if (perDay === 0) return;
    let [stop, isOver] = [() => {}, false];
    void library.then(async (opened) => {
      const { reviewRepository } = await import('../../library');
      if (isOver) return;
      stop = opened.part(reviewRepository).watch({ today, perDay }, (day) => {
        next.value = nextOf(day, perDay);
        mirror.write(next.value);
      });
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [library, mirror, next, today, perDay]);
  return next.value;
}

const nextOf = ({ left, nextDay }: ReviewOfDay, perDay: number): NextReview | null =>
  nextDay === null ? null : { fromDay: nextDay, count: left.length || perDay };

function parseNext(stored: unknown): NextReview | null {
  if (!isRecord(stored)) return null;
  const { fromDay, count } = stored;
  const isKnown = Number.isInteger(fromDay) && Number.isInteger(count) && Number(count) > 0;
  return isKnown ? { fromDay: Number(fromDay), count: Number(count) } : null;
}
