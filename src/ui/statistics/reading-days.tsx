import type { JSX } from 'preact';
import type { WeekOfPages } from '../../library';
import { plural, t } from '../strings';

interface ReadingDaysProps {
  /** The numbers of the days on which something was read. */
  readonly days: readonly number[];
  readonly weeks: readonly WeekOfPages[];
}

const CELL = 10;
const DAYS = 7;

/** Shows each day of the year as a square, filled if something was read. A column is a week. */
export function ReadingDays({ days, weeks }: ReadingDaysProps): JSX.Element {
  const read = new Set(days);
  const shown = weeks.flatMap(({ monday }, week) =>
    Array.from({ length: DAYS }, (_, day) => ({ week, day, isRead: read.has(monday + day) })),
  );
  const count = shown.filter(({ isRead }) => isRead).length;
  return (
    <svg
      class="chart reading-days"
      viewBox={`0 0 ${weeks.length * CELL} ${DAYS * CELL}`}
      role="img"
      aria-label={`${t('statisticsReadingDays')}: ${plural('statisticsDays', count)}`}
    >
      {shown.map(({ week, day, isRead }) => (
        <rect
          key={week * DAYS + day}
          data-read={isRead}
          x={week * CELL + 1}
          y={day * CELL + 1}
          width={CELL - 2}
          height={CELL - 2}
          rx={2}
        />
      ))}
    </svg>
  );
}
