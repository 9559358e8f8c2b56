import helpIcon from 'lucide-static/icons/circle-question-mark.svg?icon';
import type { JSX } from 'preact';
import { formatTerm, type QueryState, type QueryTerm, STATES } from '../../query';
import { Button } from '../components/button';
import { Chip, Chips } from '../components/chips';
import { formatNumber, type PlainKey, t } from '../strings';
import type { SearchStore } from './search-store';
import { chipText, periodText, shortenedTerm } from './search-text';
import { withoutPart } from './searched-query';

/** Further conditions can be removed in the box. */
const MAX_CHIPS = 20;
/** The labels that are used most. */
const MAX_LABEL_BUTTONS = 8;

/** Shows each condition of the search as a chip that can be removed. */
export function SearchChips({ store }: { readonly store: SearchStore }): JSX.Element | null {
  const text = store.text.value;
  const chips = store.searched.value.parsed.parts.flatMap((part) => {
    const name = part.term && chipText(part.term);
    return name ? [{ name: shortenedTerm(name), part }] : [];
  });
  if (chips.length === 0) return null;
  return (
    <Chips name={t('searchChips')}>
      {chips.slice(0, MAX_CHIPS).map(({ name, part }) => (
        <Chip
          key={part.start}
          text={name}
          removeName={t('removeNamed', name)}
          onRemove={() => {
            store.type(withoutPart(text, part));
            store.focus();
          }}
        />
      ))}
      {chips.length > MAX_CHIPS && (
        <li>{t('moreCount', formatNumber(chips.length - MAX_CHIPS))}</li>
      )}
    </Chips>
  );
}

/** The rarest states have no button. */
const HAS_BUTTON: Readonly<Record<QueryState, boolean>> = {
  unread: true,
  reading: true,
  read: true,
  archived: true,
  favourite: true,
  highlighted: true,
  noted: true,
  error: false,
  offline: true,
  labelled: false,
};
const PERIODS = ['today', 'week', 'month', 'year'] as const;

const FILTER_GROUPS: readonly (readonly [title: PlainKey, terms: readonly QueryTerm[]])[] = [
  [
    'searchFilterState',
    STATES.filter((state) => HAS_BUTTON[state]).map((state) => ({
      kind: 'state',
      state,
      isExcluded: false,
    })),
  ],
  [
    'statusSaved',
    PERIODS.map((name) => ({
      kind: 'date',
      field: 'during',
      isExcluded: false,
      period: { kind: 'named', name },
    })),
  ],
  [
    'searchFilterLength',
    [
      {
        kind: 'length',
        isExcluded: false,
        length: { kind: 'compared', comparison: '<', minutes: 5 },
      },
      { kind: 'length', isExcluded: false, length: { kind: 'range', from: 5, to: 15 } },
      {
        kind: 'length',
        isExcluded: false,
        length: { kind: 'compared', comparison: '>', minutes: 15 },
      },
    ],
  ],
];

/** The conditions that are used most, each as a button that adds or removes it. */
export function SearchFilters({
  store,
  id,
  onHelp,
}: {
  readonly store: SearchStore;
  readonly id: string;
  readonly onHelp: () => void;
}): JSX.Element {
  const labels = store.labels.value
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_LABEL_BUTTONS)
    .map(
      ({ name }): QueryTerm => ({
        kind: 'text',
        field: 'label',
        text: name,
        isPrefix: false,
        isExcluded: false,
      }),
    );
  const groups =
    labels.length === 0 ? FILTER_GROUPS : [...FILTER_GROUPS, ['labelsTitle', labels] as const];
  const used = new Set(store.searched.value.parsed.terms.map(formatTerm));
  return (
    <div class="search-filters stack gap-2" id={id}>
      {groups.map(([title, terms]) => (
        <fieldset key={title} class="cluster gap-1">
          <legend>{t(title)}</legend>
          {terms.map((term) => {
            const written = formatTerm(term);
            return (
              <button
                key={written}
                type="button"
                class="truncate"
                aria-pressed={used.has(written)}
                onClick={() => store.toggle(term)}
              >
                <bdi>{filterName(term)}</bdi>
              </button>
            );
          })}
        </fieldset>
      ))}
      <Button look="quiet" icon={helpIcon} onClick={onHelp}>
        {t('searchHelp')}
      </Button>
    </div>
  );
}

/** The title of the group has the rest of the name. */
function filterName(term: QueryTerm): string {
  if (term.kind === 'text') return shortenedTerm(term.text);
  if (term.kind === 'length') return formatTerm(term).slice('length:'.length);
  if (term.kind === 'date' && term.period.kind === 'named') return periodText(term.period);
  return chipText(term) ?? '';
}
