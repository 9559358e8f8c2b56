import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Bookmark } from '../../domain';
import type { Dispose } from '../../library/repository';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import type { ListRow } from '../list-row';
import type { Shelf } from '../stores/shelf';
import type { ShelfTools } from '../stores/shelf-tools';
import { t } from '../strings';
import { LabelsEditor } from './labels-editor';

interface LabelsDialogProps {
  readonly shelf: Pick<Shelf, 'library' | 'labels'>;
  readonly tools: Pick<ShelfTools, 'actions' | 'dialogs' | 'openDraft'>;
  readonly target: Pick<ListRow, 'id' | 'title'>;
}

/** The labels editor for a bookmark of the list. */
export function LabelsDialog({ shelf, tools, target }: LabelsDialogProps): JSX.Element {
  const bookmark = useSignal<Bookmark | null>(null);
  const { library } = shelf;
  const { dialogs, openDraft } = tools;
  const { id } = target;
  const urlKey = bookmark.value?.urlKey;
  const draft = useMemo(
    () => (urlKey === undefined ? null : openDraft(urlKey)),
    [openDraft, urlKey],
  );

  useEffect(() => {
    let stop: Dispose | null = null;
    let isOver = false;
    void library.then(({ bookmarks }) => {
      if (isOver) return;
      stop = bookmarks.watch(id, (next) => {
        bookmark.value = next;
        if (next === null) dialogs.close();
      });
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [library, id, bookmark, dialogs]);

  return (
    <Dialog title={target.title} onClose={dialogs.close}>
      {bookmark.value && draft && (
        <LabelsEditor
          bookmark={bookmark.value}
          known={shelf.labels.value}
          draft={draft}
          actions={tools.actions}
        />
      )}
      <p class="buttons">
        <Button onClick={dialogs.close}>{t('labelsDone')}</Button>
      </p>
    </Dialog>
  );
}
