import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { COLUMN_USES, type ColumnUse, type ColumnUses } from '../../domain/table-columns';
import type { ImportPreview } from '../../transfer';
import { formatNumber, type PlainKey, t } from '../strings';

/** The uses that a person is offered. Others are called as their column. */
const USE_TEXTS: Partial<Record<ColumnUse, PlainKey>> = {
  url: 'importColumnAddress',
  title: 'sortTitle',
  labels: 'labelsTitle',
  folder: 'importColumnFolder',
  created: 'sortSaved',
  note: 'highlightNote',
  state: 'searchFilterState',
  archived: 'searchIsArchived',
  unread: 'viewUnread',
  favourite: 'actionFavourite',
  progress: 'progress',
  highlights: 'highlightsTitle',
  content: 'searchTypeArticle',
  authors: 'detailsAuthors',
  site: 'sortSite',
  published: 'detailsPublished',
};

/** Of a wide table, the first columns can be changed. */
const SHOWN_COLUMNS = 60;

interface ImportColumnsProps extends Pick<ImportPreview, 'table'> {
  /** The choice of a person, also while the file is read again for it. */
  readonly chosen?: ColumnUses | undefined;
  readonly onChange: (columns: ColumnUses) => void;
}

/** Shows what an import reads from each column of a table. A person can change it. */
export function ImportColumns(props: ImportColumnsProps): JSX.Element | null {
  const { chosen, onChange } = props;
  const { columns, further } = props.table;
  // Later it is opened and closed only by the person.
  const first = useRef(columns);
  const isOpen = useRef(further > 0 || columns.some(({ use }) => use === null));
  if (columns.length === 0) return null;
  const uses = chosen ?? columns.map(({ use }) => use);
  const change = (changed: number, use: ColumnUse | null) =>
    onChange(uses.map((former, at) => (at === changed ? use : former)));
  const more = columns.length - SHOWN_COLUMNS + further;
  return (
    <details open={isOpen.current}>
      <summary>{t('importColumns')}</summary>
      <ul class="import-columns stack gap-2">
        {columns.slice(0, SHOWN_COLUMNS).map(({ name, use }, at) => (
          <li key={at}>
            <label class="cluster split gap-3 row-gap-1">
              <bdi>{name || formatNumber(at + 1)}</bdi>
              <select
                class="field"
                value={uses[at] ?? ''}
                onChange={({ currentTarget }) => change(at, useOf(currentTarget.value))}
              >
                <option value="">{t('importColumnNone')}</option>
                {COLUMN_USES.filter(
                  (one) => USE_TEXTS[one] || one === use || one === first.current[at]?.use,
                ).map((one) => {
                  const text = USE_TEXTS[one];
                  return (
                    <option key={one} value={one}>
                      {text ? t(text) : name}
                    </option>
                  );
                })}
              </select>
            </label>
          </li>
        ))}
        {more > 0 && <li>{t('moreCount', formatNumber(more))}</li>}
      </ul>
    </details>
  );
}

const useOf = (value: string): ColumnUse | null => COLUMN_USES.find((use) => use === value) ?? null;
