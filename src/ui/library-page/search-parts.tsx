import exportIcon from 'lucide-static/icons/download.svg?icon';
import getIcon from 'lucide-static/icons/file-down.svg?icon';
import listenIcon from 'lucide-static/icons/headphones.svg?icon';
import type { JSX } from 'preact';
import { IconButton } from '../components/button';
import { deferred } from '../components/deferred';
import { t } from '../strings';
import type { LibraryPageModel } from './library-page-model';
import { isSearch } from './route';

const collectionBar = () => import('../collections/collection-bar');
const SaveSearch = deferred(async () => (await collectionBar()).SaveSearch);
const CollectionBar = deferred(async () => (await collectionBar()).CollectionBar);

/** A part of the page about the collection or the search that is shown. */
export interface CollectionPartProps {
  readonly model: LibraryPageModel;
  /** Takes the focus from a control that disappears. */
  readonly onLeave: () => void;
}

/** Saves the search that is shown. */
export function SaveAction({ model, onLeave }: CollectionPartProps): JSX.Element | null {
  const route = model.behind.value;
  if (route.kind !== 'search') return null;
  return (
    <SaveSearch
      store={model.collections}
      text={route.text}
      onCreated={(id) => {
        onLeave();
        model.go({ kind: 'collection', id, text: null });
      }}
    />
  );
}

/** Describes the search of the collection, and offers to save or discard a change of it. */
export function CollectionSearch({ model, onLeave }: CollectionPartProps): JSX.Element | null {
  const route = model.behind.value;
  const { value: collection } = model.collection;
  if (route.kind !== 'collection' || collection === null) return null;
  return (
    <CollectionBar
      store={model.collections}
      collection={collection}
      text={route.text}
      onText={(text) => {
        onLeave();
        model.go({ ...route, text });
      }}
    />
  );
}

/** The actions on all pages of the list, the label or the search that is shown. */
export function ListActions({ model }: { readonly model: LibraryPageModel }): JSX.Element {
  const isDisabled = model.listModel.list.length.value === 0;
  const { value: behind } = model.behind;
  // A whole view has more pages than a person would get at once.
  const isPart = isSearch(behind) || (behind.kind === 'list' && behind.choice.label !== null);
  const { openList } = model.listExport;
  const listen = async () => {
    const { tools } = model.listModel;
    if (!(await model.listening.listenToList())) tools.value?.toasts.show(t('listenListEnd'));
  };
  return (
    <>
      {'speechSynthesis' in window && (
        <IconButton
          label={t('listenList')}
          icon={listenIcon}
          isDisabled={isDisabled}
          onClick={() => void listen()}
        />
      )}
      {isPart && model.deps.extension && (
        <IconButton
          label={t('gettingTitle')}
          icon={getIcon}
          isDisabled={isDisabled}
          onClick={() => openList('get-articles')}
        />
      )}
      {/* A phone has no room for it beside the order of a list. Its tools offer the list. */}
      {(isSearch(behind) || !model.isPhone.value) && (
        <IconButton
          label={t('exportSearch')}
          icon={exportIcon}
          isDisabled={isDisabled}
          onClick={() => openList('export')}
        />
      )}
    </>
  );
}
