import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Bookmark } from '../../domain/bookmark';
import type { UrlKey } from '../../domain/url-identity';
import type { Dispose, LabelCount, Library } from '../../library';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { LabelsEditor } from '../labels/labels-editor';
import { ShareDialog, type ShareRequests } from '../share/share-dialog';
import { t } from '../strings';
import type { BookmarkActions } from './bookmark-actions';
import { DetailsForm } from './details-form';
import type { DraftStore } from './draft-store';
import type { BookmarkDialogOf } from './list-tools';

interface BookmarkDialogProps {
  readonly library: Promise<Pick<Library, 'bookmarks' | 'part' | 'sync'>>;
  /** All labels in use, for completion. */
  readonly known: readonly LabelCount[];
  readonly actions: BookmarkActions;
  readonly openDraft: (urlKey: UrlKey) => DraftStore;
  readonly background: ShareRequests;
  readonly dialog: BookmarkDialogOf;
  readonly onClose: () => void;
}

/** Edits the labels or the details of one bookmark, or shares it. It closes when the bookmark is deleted. */
export function BookmarkDialog(props: BookmarkDialogProps): JSX.Element | null {
  const { library, known, actions, openDraft, dialog, onClose } = props;
  const bookmark = useSignal<Bookmark | null>(null);
  const { id } = dialog;
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

  const shown = bookmark.value;
  if (dialog.kind === 'share') {
    return (
      shown && <ShareDialog bookmark={shown} background={props.background} onClose={onClose} />
    );
  }
  if (dialog.kind === 'details') {
    // A dialog gives the focus to its first field when it opens.
    return (
      shown &&
      draft && (
        <Dialog title={t('actionEdit')} onClose={onClose}>
          <DetailsForm
            bookmark={shown}
            draft={draft}
            library={library}
            actions={actions}
            onClose={onClose}
          />
        </Dialog>
      )
    );
  }
  return (
    <Dialog title={dialog.title} onClose={onClose}>
      {shown && draft && (
        <LabelsEditor
          bookmark={shown}
          known={known}
          draft={draft}
          actions={actions}
          library={library}
        />
      )}
      <p class="buttons">
        <Button onClick={onClose}>{t('actionDone')}</Button>
      </p>
    </Dialog>
  );
}
