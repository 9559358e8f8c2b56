import type { JSX } from 'preact';
import type { Unwritten, UnwrittenRecord } from '../../domain/backup';
import { formatNumber, type PlainKey, t } from '../strings';

const RECORD_KIND_NAMES: Readonly<Partial<Record<UnwrittenRecord['kind'], PlainKey>>> = {
  bookmark: 'statisticsPages',
  article: 'spaceArticles',
  highlight: 'highlightsTitle',
  collection: 'collectionsTitle',
};

interface UnwrittenRecordsProps {
  readonly unwritten: Unwritten;
}

/** Names what is not in a bundle, because no reader would take it. */
export function UnwrittenRecords({ unwritten }: UnwrittenRecordsProps): JSX.Element | null {
  const { count, first } = unwritten;
  if (count === 0) return null;
  return (
    <div role="alert" class="warning">
      <details>
        <summary>{t('exportUnwritten', formatNumber(count))}</summary>
        <ul>
          {first.map(({ kind, name }) => (
            <li key={`${kind} ${name}`}>
              {RECORD_KIND_NAMES[kind] && `${t(RECORD_KIND_NAMES[kind])}: `}
              <bdi>{name}</bdi>
            </li>
          ))}
          {count > first.length && <li>{t('moreCount', formatNumber(count - first.length))}</li>}
        </ul>
      </details>
    </div>
  );
}
