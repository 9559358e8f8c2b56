import { useSignal } from '@preact/signals';
import saveIcon from 'lucide-static/icons/bookmark-plus.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import pinIcon from 'lucide-static/icons/pin.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import {
  COLLECTION_NAME_MAX_LENGTH,
  type CollectionId,
  normalCollectionName,
} from '../../domain/collection';
import { searchFields } from '../../library';
import { fold, formatQuery, parseQuery, type Query } from '../../query';
import { Button, IconButton } from '../components/button';
import { Dialog } from '../components/dialog';
import { setTo } from '../components/signals';
import { clockNow } from '../components/use-now';
import { typedInto } from '../components/use-store';
import { shortenedTerm } from '../search/search-text';
import { MAX_QUERY, searchedQuery } from '../search/searched-query';
import { formatNumber, t } from '../strings';
import type { CollectionsStore, ShownCollection } from './collections-store';
import './collections.css';

/** Returns the search that is stored, in which the last word is a whole one. */
const savedQuery = (text: string): Query => ({
  terms: parseQuery(text.slice(0, MAX_QUERY)).terms,
});

const hasProblems = (text: string): boolean => searchedQuery(text).problems.length > 0;

/** Returns the conditions that only this device can evaluate, as text. */
const localSearchOf = (query: Query): string => searchFields(query, clockNow()).localSearch;

interface SaveSearchProps {
  readonly store: CollectionsStore;
  /** The text of the search. */
  readonly text: string;
  /** Shows the new collection. */
  readonly onCreated: (id: CollectionId) => void;
}

/** Saves the search that is shown as a collection. */
export function SaveSearch({ store, text, onCreated }: SaveSearchProps): JSX.Element {
  const isAsking = useSignal(false);
  const query = savedQuery(text);
  const isWrong = hasProblems(text);
  const create = async (name: string, isPinned: boolean) => {
    isAsking.value = false;
    const id = await store.create(name, query, isPinned);
    if (id !== null) onCreated(id);
  };
  return (
    <div class="collection-save cluster push">
      <Button
        icon={saveIcon}
        look="quiet"
        isDisabled={isWrong || query.terms.length === 0}
        onClick={setTo(isAsking, true)}
      >
        {t('collectionSave')}
      </Button>
      {isWrong && <span class="hint">{t('collectionMend')}</span>}
      {isAsking.value && (
        <CollectionDialog
          title={t('collectionSave')}
          name={shortenedTerm(formatQuery(query))}
          isPinned={false}
          others={store.all.value ?? []}
          search={formatQuery(query)}
          localSearch={localSearchOf(query)}
          onSave={(name, isPinned) => void create(name, isPinned)}
          onClose={setTo(isAsking, false)}
        />
      )}
    </div>
  );
}

interface CollectionBarProps {
  readonly store: CollectionsStore;
  readonly collection: ShownCollection;
  /** The search that is shown; null: that of the collection. */
  readonly text: string | null;
  /** Shows another search in the collection; null: its own. */
  readonly onText: (text: string | null) => void;
}

/** Saves or discards another search of a collection, and says what the server or this device ignores. */
export function CollectionBar(props: CollectionBarProps): JSX.Element | null {
  const { store, collection, text, onText } = props;
  const query = savedQuery(text ?? collection.text);
  const isChanged =
    text !== null && formatQuery(query) !== formatQuery(savedQuery(collection.text));
  const isWrong = text !== null && hasProblems(text);
  const localSearch = isChanged && !isWrong ? localSearchOf(query) : collection.localSearch;
  const { isLoaded, rangeStart, rangeEnd } = collection.unknown;
  const save = async () => {
    if (await store.setQuery(collection, query)) onText(null);
  };
  const hasUnknown = (isLoaded ?? rangeStart ?? rangeEnd) !== undefined;
  if (!isChanged && localSearch === '' && !hasUnknown) return null;
  return (
    <div class="collection-bar cluster row-gap-1">
      {isChanged && (
        <div class="cluster">
          <Button look="primary" isDisabled={isWrong} onClick={() => void save()}>
            {t('collectionSaveChanges')}
          </Button>
          <Button onClick={() => onText(null)}>{t('collectionDiscard')}</Button>
          {isWrong && <span class="hint">{t('collectionMend')}</span>}
        </div>
      )}
      {localSearch !== '' && <p class="hint">{t('collectionLocal', shortenedTerm(localSearch))}</p>}
      {hasUnknown && <p class="hint">{t('collectionUnknownLoaded')}</p>}
    </div>
  );
}

interface CollectionActionsProps extends Pick<CollectionBarProps, 'store' | 'collection'> {
  /** Called before the collection is deleted. */
  readonly onDeleted: () => void;
}

/** Pins, renames and deletes the collection that is shown. */
export function CollectionActions(props: CollectionActionsProps): JSX.Element {
  const { store, collection, onDeleted } = props;
  const { isPinned } = collection;
  const isRenaming = useSignal(false);
  const edit = async (name: string, pins: boolean) => {
    isRenaming.value = false;
    await store.edit(collection, { name, isPinned: pins });
  };
  return (
    <div class="line gap-0">
      <IconButton
        label={t(isPinned ? 'collectionUnpin' : 'collectionPin')}
        icon={pinIcon}
        isPressed={isPinned}
        onClick={() => void store.edit(collection, { isPinned: !isPinned })}
      />
      <IconButton label={t('collectionRename')} icon={editIcon} onClick={setTo(isRenaming, true)} />
      <IconButton
        label={t('collectionDelete')}
        icon={trashIcon}
        onClick={() => {
          onDeleted();
          void store.remove(collection);
        }}
      />
      {isRenaming.value && (
        <CollectionDialog
          title={t('collectionRename')}
          name={collection.name}
          isPinned={isPinned}
          others={(store.all.value ?? []).filter(({ id }) => id !== collection.id)}
          search={null}
          localSearch=""
          onSave={(name, pins) => void edit(name, pins)}
          onClose={setTo(isRenaming, false)}
        />
      )}
    </div>
  );
}

interface CollectionDialogProps {
  readonly title: string;
  readonly name: string;
  readonly isPinned: boolean;
  readonly others: readonly Pick<ShownCollection, 'name'>[];
  /** The search that is saved; null: it does not change. */
  readonly search: string | null;
  /** The part of it that only this device has; empty: none. */
  readonly localSearch: string;
  readonly onSave: (name: string, isPinned: boolean) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a collection, and says what the server cannot store. */
function CollectionDialog(props: CollectionDialogProps): JSX.Element {
  const { title, others, search, localSearch, onSave, onClose } = props;
  const name = useSignal(props.name);
  const isPinned = useSignal(props.isPinned);
  const input = useRef<HTMLInputElement>(null);
  const ids = useId();
  useEffect(() => input.current?.select(), []);

  const normal = normalCollectionName(name.value);
  const isCut = normal !== null && [...name.value.trim()].length > COLLECTION_NAME_MAX_LENGTH;
  const isTaken = normal !== null && others.some((other) => fold(other.name) === fold(normal));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (normal !== null) onSave(normal, isPinned.value);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack gap-2" onSubmit={submit}>
        {search !== null && (
          <p>
            <bdi class="collection-search">{search}</bdi>
          </p>
        )}
        <label for={`${ids}-name`}>{t('collectionName')}</label>
        <input
          id={`${ids}-name`}
          ref={input}
          class="field"
          type="text"
          dir="auto"
          autocomplete="off"
          aria-describedby={`${ids}-notes`}
          value={name.value}
          onInput={typedInto(name)}
        />
        <label class="collection-pin line">
          <input
            type="checkbox"
            checked={isPinned.value}
            onChange={({ currentTarget }) => {
              isPinned.value = currentTarget.checked;
            }}
          />
          {t('collectionPinned')}
        </label>
        <div id={`${ids}-notes`} class="hint" aria-live="polite">
          {isCut && <p>{t('collectionNameCut', formatNumber(COLLECTION_NAME_MAX_LENGTH))}</p>}
          {isTaken && <p>{t('collectionNameTaken')}</p>}
          {localSearch !== '' && <p>{t('collectionLocal', shortenedTerm(localSearch))}</p>}
        </div>
        <p class="buttons">
          <Button onClick={onClose}>{t('actionCancel')}</Button>
          <button type="submit" class="button" data-look="primary" disabled={normal === null}>
            {t('actionSave')}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
