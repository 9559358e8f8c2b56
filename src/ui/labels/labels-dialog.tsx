import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Bookmark, UrlKey } from '../../domain';
import type { Dispose, LabelCount, Library } from '../../library/repository';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { t } from '../strings';
import { type LabelActions, type LabelDraft, LabelsEditor } from './labels-editor';

interface LabelsDialogProps {
  readonly library: Promise<Pick<Library, 'bookmarks'>>;
  /** All labels in use, for completion. */
  readonly known: readonly LabelCount[];
  readonly actions: LabelActions;
  readonly openDraft: (urlKey: UrlKey) => LabelDraft;
  readonly target: Pick<Bookmark, 'id' | 'title'>;
  readonly onClose: () => void;
}

/** Edits the labels of one bookmark in a dialog. It closes when the bookmark is deleted. */
export function LabelsDialog(props: LabelsDialogProps): JSX.Element {
  const { library, known, actions, openDraft, target, onClose } = props;
  const bookmark = useSignal<Bookmark | null>(null);
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
        if (next === null) onClose();
      });
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [library, id, bookmark, onClose]);

  return (
    <Dialog title={target.title} onClose={onClose}>
      {bookmark.value && draft && (
        <LabelsEditor bookmark={bookmark.value} known={known} draft={draft} actions={actions} />
      )}
      <p class="buttons">
        <Button onClick={onClose}>{t('labelsDone')}</Button>
      </p>
    </Dialog>
  );
}
