import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Background, ExtensionBackground } from '../../messages/background-client';
import { BookmarkDialog } from '../bookmarks/bookmark-dialog';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import type { SiteAccess } from '../get-articles/articles-store';
import type { ImageAccess } from '../settings/browser-access';
import type { SettingsStore } from '../settings/settings-store';
import type { Exporter } from '../transfer/export-store';
import { Reader, type ReaderProps } from './reader';
import type { ReaderDeps } from './reader-deps';

interface ReaderPaneProps extends Omit<ReaderProps, 'deps' | 'onEdit'> {
  readonly listModel: Pick<BookmarkListModel, 'library' | 'labels'>;
  readonly tools: Pick<BookmarkListTools, 'act' | 'actions' | 'toasts' | 'dialogs' | 'openDraft'>;
  readonly background: Background;
  /** Absent in the web app. */
  readonly capturing?: {
    readonly background: ExtensionBackground;
    readonly imageAccess: () => Promise<ImageAccess>;
  };
  /** Absent in a popup and in the web app. */
  readonly siteAccess?: () => Promise<SiteAccess>;
  readonly settings: () => Promise<SettingsStore>;
  /** Writes articles to files. Absent in a popup. */
  readonly exporter?: () => Promise<Exporter>;
}

/** Shows the reader over or beside a list once the library and the settings are loaded. */
export function ReaderPane(props: ReaderPaneProps): JSX.Element | null {
  const { listModel, tools, background, capturing, siteAccess, ...others } = props;
  const { settings, exporter, ...reading } = others;
  const deps = useSignal<ReaderDeps | null>(null);
  useEffect(() => {
    void Promise.all([
      listModel.library,
      settings(),
      capturing?.imageAccess(),
      siteAccess?.(),
    ]).then(([library, store, access, sites]) => {
      const { act, actions, toasts } = tools;
      const parts = { library, background, act, actions, toasts };
      deps.value = {
        ...parts,
        settings: store,
        capturing: capturing && access && { ...capturing, imageAccess: access },
        siteAccess: sites,
        exporter,
      };
    });
  }, [listModel, tools, settings, background, capturing, siteAccess, exporter, deps]);
  const dialog = tools.dialogs.dialog.value;
  if (!deps.value) return null;
  return (
    <>
      <Reader
        deps={deps.value}
        {...reading}
        onEdit={(kind, { id, title }) => tools.dialogs.show({ kind, id, title })}
      />
      {dialog && dialog.kind !== 'keys' && dialog.kind !== 'purge' && (
        <BookmarkDialog
          key={dialog.kind}
          library={listModel.library}
          known={listModel.labels.value}
          actions={tools.actions}
          openDraft={tools.openDraft}
          background={background}
          dialog={dialog}
          onClose={tools.dialogs.close}
        />
      )}
    </>
  );
}
