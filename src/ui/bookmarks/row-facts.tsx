import { effect, type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import cloudIcon from 'lucide-static/icons/cloud.svg?icon';
import cloudCheckIcon from 'lucide-static/icons/cloud-check.svg?icon';
import hereIcon from 'lucide-static/icons/hard-drive.svg?icon';
import highlighterIcon from 'lucide-static/icons/highlighter.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import type { ArticlePlace, Library } from '../../library';
import { Icon, type IconShapes } from '../components/icon';
import { into } from '../components/signals';
import { formatAgo, formatMoment } from '../format';
import { formatNumber, type PlainKey, plural, t } from '../strings';
import type { ListRow } from './snapshot';

interface RowFactsProps {
  readonly row: Pick<ListRow, 'created' | 'trashedAt'>;
  /** The number of its highlights. */
  readonly highlights: number;
  readonly place: ArticlePlace | undefined;
  readonly now: number;
}

const PLACES = {
  here: { icon: hereIcon, name: 'statusSavedHereOnly' },
  both: { icon: cloudCheckIcon, name: 'placeBoth' },
  server: { icon: cloudIcon, name: 'addressOnServer' },
} as const satisfies Record<ArticlePlace, { readonly icon: IconShapes; readonly name: PlainKey }>;

/**
 * When a page was saved, or moved to the trash, where its article is, and the number of its highlights.
 */
export function RowFacts({ row, highlights, place, now }: RowFactsProps): JSX.Element {
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
      {place && (
        <span
          class="row-fact row-place"
          role="img"
          aria-label={t(PLACES[place].name)}
          title={t(PLACES[place].name)}
        >
          <Icon shapes={PLACES[place].icon} />
        </span>
      )}
      {highlights > 0 && (
        <span class="row-fact row-highlights" role="img" aria-label={name} title={name}>
          <Icon shapes={highlighterIcon} />
          {formatNumber(highlights)}
        </span>
      )}
    </>
  );
}

/** The facts about the rows in memory beside their fields, live, by one query for each kind. */
export interface FactsOfRows {
  /** The numbers of their highlights. */
  readonly highlights: ReadonlyMap<BookmarkId, number>;
  /** Where their articles are. */
  readonly places: ReadonlyMap<BookmarkId, ArticlePlace>;
}

export function useFactsOfRows(
  library: Promise<Library>,
  rows: ReadonlySignal<ReadonlyMap<BookmarkId, ListRow>>,
): FactsOfRows {
  const highlights = useSignal<FactsOfRows['highlights']>(new Map());
  const places = useSignal<FactsOfRows['places']>(new Map());
  const ids = useComputed(() => [...rows.value.keys()].sort().join());
  useEffect(() => {
    let stop = () => {};
    const left = new AbortController();
    void library.then(async (opened) => {
      const { highlightLists, syncLists } = await import('../../library');
      if (left.signal.aborted) return;
      const [lists, sync] = [opened.part(highlightLists), opened.part(syncLists)];
      stop = effect(() => {
        // A change within a row asks for no other facts.
        void ids.value;
        const shown = [...rows.peek().keys()];
        const stops = [
          lists.watchCounts(shown, into(highlights)),
          sync.watchPlaces(shown, into(places)),
        ];
        return () => {
          for (const end of stops) end();
        };
      });
    });
    return () => {
      left.abort();
      stop();
    };
  }, [library, rows, ids, highlights, places]);
  return { highlights: highlights.value, places: places.value };
}
