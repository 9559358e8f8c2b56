import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { dayOf } from '../../domain/calendar';
import { formatDate, formatTime } from '../format';
import { t } from '../strings';
import './day-groups.css';

interface DayGroupsProps<Item> {
  /** The newest first. */
  readonly items: readonly Item[];
  /** When something happened, in Unix ms. */
  readonly atOf: (item: Item) => number;
  /** Returns a list item. */
  readonly children: (item: Item) => JSX.Element;
}

/** Events, as a card for each day. */
export function DayGroups<Item>({ items, atOf, children }: DayGroupsProps<Item>): JSX.Element {
  const id = useId();
  const today = dayOf(Date.now());
  const days = [...Map.groupBy(items, (item) => dayOf(atOf(item)))];
  return (
    <div class="day-groups stack gap-4 full">
      {days.map(([day, ofDay]) => (
        <div key={day}>
          <h3 id={`${id}-${day}`}>{dayTitleOf(day - today, ofDay.map(atOf)[0] ?? 0)}</h3>
          <ul class="card divided" aria-labelledby={`${id}-${day}`}>
            {ofDay.map(children)}
          </ul>
        </div>
      ))}
    </div>
  );
}

function dayTitleOf(days: number, at: number): string {
  if (days < -1 || days > 0) return formatDate(at);
  const language = t('language');
  const text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** The time of day at which something happened. Its day is that of the group. */
export const TimeOfDay = ({ at }: { readonly at: number }): JSX.Element => (
  <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
);
