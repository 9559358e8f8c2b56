import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { LabelCount } from '../../../library';
import { Button } from '../../components/button';
import { t } from '../../strings';
import { ColorButtons } from './highlight-controls';
import { type HighlightView, NO_FILTER } from './highlight-view-store';

interface HighlightFilterFormProps {
  readonly view: Pick<HighlightView, 'filter' | 'setFilter'>;
  readonly labels: readonly LabelCount[];
}

/** The filter of the list of all highlights: words, colour, label and days. */
export function HighlightFilterForm({ view, labels }: HighlightFilterFormProps): JSX.Element {
  const id = useId();
  const { text, color, label, firstDay, lastDay } = view.filter.value;
  const isFiltered = [text, firstDay, lastDay].some((each) => each !== '') || color || label;
  // A label that was renamed in the meantime stays, so that the field shows what is filtered.
  const names = labels.map(({ name }) => name);
  const shown = label === null || names.includes(label) ? names : [label, ...names];
  return (
    <search class="highlights-filter cluster" aria-label={t('highlightsFilter')}>
      <input
        class="field highlights-filter-text"
        type="search"
        dir="auto"
        aria-label={t('highlightsFilterText')}
        placeholder={t('highlightsFilterText')}
        value={text}
        onInput={({ currentTarget }) => view.setFilter({ text: currentTarget.value })}
      />
      <ColorButtons
        label={t('highlightColor')}
        chosen={color}
        onChoose={(next) => view.setFilter({ color: next === color ? null : next })}
      />
      {shown.length > 0 && (
        <select
          class="field"
          aria-label={t('highlightsFilterLabel')}
          value={label ?? ''}
          onChange={({ currentTarget }) => view.setFilter({ label: currentTarget.value || null })}
        >
          <option value="">{t('labelsManage')}</option>
          {shown.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <span class="highlights-filter-day soft">
        <label for={`${id}-first`}>{t('highlightsFilterFrom')}</label>
        <input
          class="field"
          type="date"
          id={`${id}-first`}
          value={firstDay}
          onInput={({ currentTarget }) => view.setFilter({ firstDay: currentTarget.value })}
        />
      </span>
      <span class="highlights-filter-day soft">
        <label for={`${id}-last`}>{t('highlightsFilterUntil')}</label>
        <input
          class="field"
          type="date"
          id={`${id}-last`}
          value={lastDay}
          onInput={({ currentTarget }) => view.setFilter({ lastDay: currentTarget.value })}
        />
      </span>
      {isFiltered && (
        <Button look="quiet" onClick={() => view.setFilter(NO_FILTER)}>
          {t('highlightsFilterClear')}
        </Button>
      )}
    </search>
  );
}
