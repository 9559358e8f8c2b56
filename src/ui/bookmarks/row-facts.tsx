import { useSignal } from '@preact/signals';
import highlighterIcon from 'lucide-static/icons/highlighter.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Library } from '../../library';
import { Icon } from '../components/icon';
import { into } from '../components/signals';
import { formatAgo } from '../format';
import { formatMoment, formatNumber, plural } from '../strings';
import type { ListRow } from './snapshot';

interface RowFactsProps {
  readonly row: Pick<ListRow, 'id' | 'created'>;
  readonly library: Promise<Library>;
  readonly now: number;
}

/** When a page was saved, and the number of its highlights. */
export function RowFacts({ row, library, now }: RowFactsProps): JSX.Element {
  return (
    <>
      <time
        class="row-fact row-saved"
        dateTime={new Date(row.created).toISOString()}
        title={formatMoment(row.created)}
      >
        {formatAgo(row.created, now)}
      </time>
      <HighlightCount id={row.id} library={library} />
    </>
  );
}

function HighlightCount({ id, library }: Pick<ListRow, 'id'> & Pick<RowFactsProps, 'library'>) {
  const count = useSignal(0);
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    void library.then(async (opened) => {
      const { highlightRepository } = await import('../../library');
      if (!isOver) stop = opened.part(highlightRepository).watchCount(id, into(count));
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [id, library, count]);
  if (count.value === 0) return null;
  const name = plural('highlightsCount', count.value);
  return (
    <span class="row-fact row-highlights" role="img" aria-label={name} title={name}>
      <Icon shapes={highlighterIcon} />
      {formatNumber(count.value)}
    </span>
  );
}
