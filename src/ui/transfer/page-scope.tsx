import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { BookmarkId } from '../../domain/bookmark';
import { ChoiceCards } from '../components/choice-cards';
import { into } from '../components/signals';
import { formatNumber, plural, t } from '../strings';

/** The pages of a list, of a search or of an import. */
export interface ListedPages {
  readonly title: string;
  /** null until all of them are known. */
  readonly ids: readonly BookmarkId[] | null;
}

/** The choices besides everything. */
export interface ScopeChoices {
  /** The bookmarks that a person selected in a list; null: none. */
  readonly selected: readonly BookmarkId[] | null;
  /** The list or the search that was shown before; null: none. */
  readonly listed: ListedPages | null;
  /** True if a person asked for that list. */
  readonly isListChosen: boolean;
}

export type Scope = 'selected' | 'listed' | 'all';

/** Returns what is chosen first. */
export const firstScope = ({ selected, listed, isListChosen }: ScopeChoices): Scope =>
  isListChosen && listed !== null ? 'listed' : selected === null ? 'all' : 'selected';

/** Returns the chosen bookmarks; null: all, or they are not known yet. */
export const idsOfScope = (scope: Scope, { selected, listed }: ScopeChoices) =>
  ({ selected, listed: listed?.ids ?? null, all: null })[scope];

/** Returns the name of the chosen bookmarks; null: all. */
export const titleOfScope = (scope: Scope, { selected, listed }: ScopeChoices): string | null =>
  ({ selected: selectedTitle(selected), listed: listed?.title ?? null, all: null })[scope];

const selectedTitle = (selected: readonly BookmarkId[] | null) =>
  t('selectedCount', formatNumber(selected?.length ?? 0));

interface PageScopeProps extends ScopeChoices {
  readonly legend: string;
  readonly all: string;
  readonly chosen: Signal<Scope>;
}

/** A choice of bookmarks: the selected ones, the list that was shown, or all. */
export function PageScope({ legend, all, chosen, selected, listed }: PageScopeProps): JSX.Element {
  const ofList = listed && {
    value: 'listed' as const,
    label:
      listed.ids === null
        ? listed.title
        : t('pageFacts', listed.title, plural('bookmarks', listed.ids.length)),
  };
  return (
    <ChoiceCards<Scope>
      legend={legend}
      choices={[
        ...(selected === null
          ? []
          : [{ value: 'selected' as const, label: selectedTitle(selected) }]),
        ...(ofList === null ? [] : [ofList]),
        { value: 'all', label: all },
      ]}
      chosen={chosen.value}
      onChoose={into(chosen)}
    />
  );
}
