import type { JSX } from 'preact';
import type { ListStore } from '../bookmarks/list-store';
import { ReviewLine } from '../review/review-line';
import { t } from '../strings';
import { ContinueCard } from './continue-card';
import type { LibraryPageModel } from './library-page-model';
import { hashOfRoute, type RouteBehind } from './route';

interface ListHeadProps {
  readonly model: LibraryPageModel;
  /** True beside the reader, where there is little room. */
  readonly isBeside: boolean;
}

/** Returns what stands above the rows of a list; null: nothing does. */
export function listHead({ model, isBeside }: ListHeadProps): JSX.Element | null {
  const { listModel, deps } = model;
  const { library } = listModel;
  if (isFilledTrash(listModel.list)) {
    return (
      <p class="hint">
        {t('emptyTrash')} <a href={hashOfRoute({ kind: 'recent' })}>{t('journalTitle')}</a>
      </p>
    );
  }
  if (isBeside || !isMainList(model.behind.value)) return null;
  const { account, draftStorage: storage, settings } = deps;
  return (
    <>
      <ContinueCard library={library} account={account} storage={storage} />
      <ReviewLine
        library={library}
        account={account}
        storage={storage}
        settings={settings}
        href={hashOfRoute({ kind: 'highlights', tab: 'review' })}
      />
    </>
  );
}

const isMainList = (route: RouteBehind): boolean =>
  route.kind === 'list' && route.choice.view === 'unread' && route.choice.label === null;

/** True for a trash with pages, about which a line says how long they are kept. */
const isFilledTrash = ({ choice, counts }: ListStore): boolean =>
  choice.value.view === 'trash' && (counts.value?.trash ?? 0) > 0;
