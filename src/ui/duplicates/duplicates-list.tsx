import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import { Button } from '../components/button';
import { KeyList } from '../key-list';
import type { ShelfTools } from '../stores/shelf-tools';
import { t } from '../strings';
import { useKeys } from '../use-keys';
import { DuplicateCard } from './duplicate-card';
import type { DuplicatesStore } from './duplicates-store';

/** As many as anybody looks through; *Show more* brings as many again. */
const PAGE = 50;

interface DuplicatesListProps {
  readonly store: DuplicatesStore;
  readonly tools: Pick<ShelfTools, 'toasts' | 'dialogs'>;
  readonly hrefOf: (id: BookmarkId) => string;
}

/** The groups with their keys; the focus goes on to the next one when one is gone. */
export function DuplicatesList({ store, tools, hrefOf }: DuplicatesListProps): JSX.Element {
  const shown = useSignal(PAGE);
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<number | null>(null);
  const groups = store.groups.value;
  const isBusy = store.isBusy.value;

  const cards = () => [...(list.current?.children ?? [])];
  const goTo = (at: number) => {
    const all = cards();
    const card = all[Math.min(Math.max(at, 0), all.length - 1)];
    card?.querySelector<HTMLElement>('.duplicate-join button')?.focus();
    card?.scrollIntoView({ block: 'nearest' });
  };
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (place.current === null || isBusy || !isLost) return;
    if (groups.length > 0) goTo(place.current);
    else document.querySelector<HTMLElement>('.duplicates-state')?.focus();
  }, [groups, isBusy]);

  const { toasts, dialogs } = tools;
  const keys = [
    { keys: ['j'], action: 'keyNextGroup', run: () => goTo((place.current ?? -1) + 1) },
    { keys: ['k'], action: 'keyPreviousGroup', run: () => goTo((place.current ?? 1) - 1) },
    { keys: ['u'], action: 'keyUndo', run: () => toasts.undoLast() },
    { keys: ['?'], action: 'keyHelp', run: () => dialogs.show({ kind: 'keys' }) },
  ] as const;
  useKeys(keys);
  return (
    <>
      <ul
        class="duplicates-list"
        ref={list}
        aria-label={t('duplicatesTitle')}
        onFocusIn={({ target }) => {
          place.current = cards().findIndex(
            (card) => target instanceof Node && card.contains(target),
          );
        }}
      >
        {groups.slice(0, shown.value).map((group) => (
          <DuplicateCard key={group.key} group={group} store={store} hrefOf={hrefOf} />
        ))}
      </ul>
      {groups.length > shown.value && (
        <p>
          <Button
            onClick={() => {
              shown.value += PAGE;
            }}
          >
            {t('journalMore')}
          </Button>
        </p>
      )}
      {dialogs.dialog.value?.kind === 'keys' && <KeyList hints={keys} onClose={dialogs.close} />}
    </>
  );
}
