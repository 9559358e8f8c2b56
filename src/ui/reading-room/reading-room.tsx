import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import type { Background } from '../background';
import type { ImageAccess } from '../image-access';
import { LabelsDialog } from '../labels/labels-dialog';
import { Reader, type ReaderDeps } from '../reader';
import type { SettingsStore } from '../settings-store';
import type { Shelf } from '../stores/shelf';
import type { ShelfTools } from '../stores/shelf-tools';

interface ReadingRoomProps {
  readonly shelf: Pick<Shelf, 'library' | 'labels'>;
  readonly tools: Pick<ShelfTools, 'actions' | 'toasts' | 'dialogs' | 'openDraft'>;
  readonly background: Background;
  readonly imageAccess: ImageAccess;
  readonly settings: () => Promise<SettingsStore>;
  readonly bookmarkId: BookmarkId;
  readonly onBack: () => void;
  /** Given where the reader is in a popup. */
  readonly onOpenInTab?: () => void;
}

/** The reader over a shelf, once the library and the settings are there. */
export function ReadingRoom(props: ReadingRoomProps): JSX.Element | null {
  const { shelf, tools, background, imageAccess, settings, ...reading } = props;
  const deps = useSignal<ReaderDeps | null>(null);
  useEffect(() => {
    void Promise.all([shelf.library, settings()]).then(([library, store]) => {
      const { actions, toasts } = tools;
      deps.value = { library, settings: store, background, imageAccess, actions, toasts };
    });
  }, [shelf, tools, settings, background, imageAccess, deps]);
  const dialog = tools.dialogs.dialog.value;
  if (!deps.value) return null;
  return (
    <>
      <Reader
        deps={deps.value}
        {...reading}
        onLabels={({ id, title }) => tools.dialogs.show({ kind: 'labels', id, title })}
      />
      {dialog?.kind === 'labels' && <LabelsDialog shelf={shelf} tools={tools} target={dialog} />}
    </>
  );
}
