import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Library, Statistics, WeekOfPages } from '../../library';
import { formatDuration } from '../components/format-duration';
import { into, setTo } from '../components/signals';
import { untilLeft } from '../components/until-left';
import { formatNumber, formatUnit, t } from '../strings';
import { WeekChart } from './week-chart';
import './statistics.css';

interface StatisticsPageProps {
  readonly library: Promise<Library>;
}

/** Shows figures about the library: totals, weeks, sites, and days of reading. */
export function StatisticsPage({ library }: StatisticsPageProps): JSX.Element {
  const statistics = useSignal<Statistics | 'failed' | null>(null);
  useEffect(() => {
    const read = async () => {
      const [opened, { statisticsRepository }] = await Promise.all([
        library,
        import('../../library'),
      ]);
      return opened.part(statisticsRepository).read();
    };
    return untilLeft<Statistics | 'failed'>(read(), into(statistics), setTo(statistics, 'failed'));
  }, [library, statistics]);
  const shown = statistics.value;
  return (
    <div class="tool-page scroll statistics" aria-busy={shown === null}>
      {shown === 'failed' && <p role="alert">{t('statisticsFailed')}</p>}
      {shown !== null && shown !== 'failed' && <Figures statistics={shown} />}
    </div>
  );
}

function Figures({ statistics }: { readonly statistics: Statistics }): JSX.Element {
  if (statistics.pages === 0) return <p>{t('statisticsEmpty')}</p>;
  const { pages, words, minutes, read, highlights, siteCount, streaks } = statistics;
  return (
    <>
      <dl class="statistics-totals cluster gap-3">
        <Total name={t('statisticsPages')}>{formatNumber(pages)}</Total>
        <Total name={t('statisticsWords')}>{formatNumber(words)}</Total>
        <Total name={t('searchFilterLength')}>{formatDuration(minutes)}</Total>
        <Total name={t('searchIsRead')}>{formatNumber(read)}</Total>
        <Total name={t('highlightsTitle')}>{formatNumber(highlights)}</Total>
        <Total name={t('statisticsSites')}>{formatNumber(siteCount)}</Total>
      </dl>
      <WeekChart weeks={statistics.weeks} />
      <section aria-labelledby="statistics-streak">
        <h2 id="statistics-streak">{t('statisticsStreak')}</h2>
        <p class="statistics-streak soft">
          <strong>{formatUnit(streaks.current, 'day')}</strong>{' '}
          {t('statisticsLongest', formatUnit(streaks.longest, 'day'))}
        </p>
        <ReadingDays days={statistics.readingDays} weeks={statistics.weeks} />
        <p class="hint">{t('statisticsStreakHint')}</p>
      </section>
      <Sites statistics={statistics} />
    </>
  );
}

interface TotalProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

function Total({ name, children }: TotalProps): JSX.Element {
  return (
    <div class="card">
      <dt class="hint">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Sites({ statistics }: { readonly statistics: Statistics }): JSX.Element {
  const { sites, siteCount } = statistics;
  const most = Math.max(1, ...sites.map(({ pages }) => pages));
  return (
    <section aria-labelledby="statistics-sites">
      <h2 id="statistics-sites">{t('statisticsBySite')}</h2>
      <table class="statistics-sites full">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{t('statisticsSites')}</th>
            <th scope="col">{t('statisticsPages')}</th>
            <th scope="col">{t('searchFilterLength')}</th>
          </tr>
        </thead>
        <tbody>
          {sites.map(({ site, pages, minutes }) => (
            <tr key={site}>
              <th scope="row">
                <bdi>{site}</bdi>
                <span class="statistics-bar" style={{ inlineSize: `${(100 * pages) / most}%` }} />
              </th>
              <td>{formatNumber(pages)}</td>
              <td>{formatDuration(minutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {siteCount > sites.length && (
        <p class="hint">{t('statisticsMoreSites', formatNumber(siteCount - sites.length))}</p>
      )}
    </section>
  );
}

interface ReadingDaysProps {
  /** The numbers of the days on which something was read. */
  readonly days: readonly number[];
  readonly weeks: readonly WeekOfPages[];
}

const CELL = 10;
const DAYS = 7;

/** Shows each day of the year as a square, filled if something was read. A column is a week. */
function ReadingDays({ days, weeks }: ReadingDaysProps): JSX.Element {
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
      aria-label={`${t('statisticsReadingDays')}: ${formatUnit(count, 'day')}`}
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
