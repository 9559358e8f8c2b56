import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { instantOf } from '../../domain/calendar';
import type { WeekOfPages } from '../../library';
import { formatDuration } from '../components/format-duration';
import { setTo } from '../components/signals';
import { formatNumber, type PlainKey, t } from '../strings';

type Measure = 'pages' | 'words' | 'minutes' | 'highlights';

const MEASURES: Readonly<Record<Measure, PlainKey>> = {
  pages: 'statisticsPages',
  words: 'statisticsWords',
  minutes: 'searchFilterLength',
  highlights: 'highlightsTitle',
};

const valueText = (measure: Measure, value: number): string =>
  measure === 'minutes' ? formatDuration(value) : formatNumber(value);

const BAR = 10;
const HEIGHT = 100;
/** The height of a week with little in it. */
const MIN_BAR_HEIGHT = 2;

/** Shows pages, words, reading time or highlights of each week as bars, and all of them as a table. */
export function WeekChart({ weeks }: { readonly weeks: readonly WeekOfPages[] }): JSX.Element {
  const measure = useSignal<Measure>('pages');
  const name = useId();
  const shown = measure.value;
  const most = Math.max(...weeks.map((week) => week[shown]));
  const [first, last] = [weeks[0], weeks.at(-1)];
  return (
    <section class="week-chart" aria-labelledby={name}>
      <div class="week-chart-head cluster split gap-4 row-gap-2">
        <h2 id={name}>{t('statisticsByWeek')}</h2>
        <fieldset class="week-chart-measures cluster gap-4 row-gap-0">
          <legend class="visually-hidden">{t('statisticsMeasure')}</legend>
          {(Object.keys(MEASURES) as Measure[]).map((each) => (
            <label key={each} class="line">
              <input
                type="radio"
                name={name}
                checked={each === shown}
                onChange={setTo(measure, each)}
              />
              {t(MEASURES[each])}
            </label>
          ))}
        </fieldset>
      </div>
      <p class="week-chart-most hint line split" aria-hidden="true">
        {valueText(shown, most)}
      </p>
      <svg
        class="chart"
        viewBox={`0 0 ${weeks.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('statisticsChart', t(MEASURES[shown]), valueText(shown, most))}
      >
        {weeks.map((week, at) => {
          const height =
            week[shown] === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, (HEIGHT * week[shown]) / most);
          return (
            <g key={week.monday}>
              {/* The whole height answers to the pointer. */}
              <rect class="chart-week" x={at * BAR} y={0} width={BAR} height={HEIGHT} />
              <rect x={at * BAR + 1} y={HEIGHT - height} width={BAR - 2} height={height} />
              <title>
                {t(
                  'statisticsWeekLabel',
                  t(MEASURES[shown]),
                  formatMonday(week.monday),
                  valueText(shown, week[shown]),
                )}
              </title>
            </g>
          );
        })}
      </svg>
      <p class="week-chart-axis hint line split" aria-hidden="true">
        <span>{first && formatMonday(first.monday)}</span>
        <span>{last && formatMonday(last.monday)}</span>
      </p>
      <details>
        <summary>{t('statisticsAsTable')}</summary>
        <WeekTable weeks={weeks} />
      </details>
    </section>
  );
}

function WeekTable({ weeks }: { readonly weeks: readonly WeekOfPages[] }): JSX.Element {
  return (
    <table class="week-table full">
      <thead>
        <tr>
          <th scope="col">{t('statisticsWeek')}</th>
          {Object.values(MEASURES).map((key) => (
            <th key={key} scope="col">
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map((week) => (
          <tr key={week.monday}>
            <th scope="row">{formatMonday(week.monday)}</th>
            {(Object.keys(MEASURES) as Measure[]).map((each) => (
              <td key={each}>{valueText(each, week[each])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const formatMonday = (monday: number): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    instantOf(monday),
  );
