import { effect, type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import highlighterIcon from 'lucide-static/icons/highlighter.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import type { Library } from '../../library';
import { Icon } from '../components/icon';
import { into } from '../components/signals';
import { formatAgo, formatMoment } from '../format';
import { formatNumber, plural } from '../strings';
import type { ListRow } from './snapshot';

interface RowFactsProps {
  readonly row: Pick<ListRow, 'created' | 'trashedAt'>;
  /** The number of its highlights. */
  readonly highlights: number;
  readonly now: number;
}

/** When a page was saved, or moved to the trash, and the number of its highlights. */
export function RowFacts({ row, highlights, now }: RowFactsProps): JSX.Element {
  const name = plural('highlightsCount', highlights);
  const at = row.trashedAt ?? row.created;
  return (
    <>
      <time
        class="row-fact row-saved"
        dateTime={new Date(at).toISOString()}
        title={formatMoment(at)}
      >
        {formatAgo(at, now)}
      </time>
      {highlights > 0 && (
        <span class="row-fact row-highlights" role="img" aria-label={name} title={name}>
          <Icon shapes={highlighterIcon} />
          {formatNumber(highlights)}
        </span>
      )}
    </>
  );
}

/** Returns the numbers of highlights of the rows in memory, live, by one query. */
export function useHighlightCounts(
  library: Promise<Library>,
  rows: ReadonlySignal<ReadonlyMap<BookmarkId, ListRow>>,
): ReadonlyMap<BookmarkId, number> {
  const counts = useSignal<ReadonlyMap<BookmarkId, number>>(new Map());
  const ids = useComputed(() => [...rows.value.keys()].sort().join());
  useEffect(() => {
    let stop = () => {};
    const left = new AbortController();
    void library.then(async (opened) => {
      const { highlightLists } = await import('../../library');
      if (left.signal.aborted) return;
      const lists = opened.part(highlightLists);
      stop = effect(() => {
        // A change within a row asks for no other counts.
        void ids.value;
        return lists.watchCounts([...rows.peek().keys()], into(counts));
      });
    });
    return () => {
      left.abort();
      stop();
    };
  }, [library, rows, ids, counts]);
  return counts.value;
}
