import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { MINUTE_MS } from '../../domain/time';
import type { ImportCounts, ImportJob } from '../../library';
import type { SourceCard } from '../../service';
import { nameOfServer } from '../account/account-cards';
import { SignInSteps } from '../account/sign-in-steps';
import { Button } from '../components/button';
import { useNow } from '../components/use-now';
import { WorkProgress } from '../jobs/work-progress';
import { t } from '../strings';
import { syncStatusText } from '../sync/sync-text';
import { ImportActions, ImportOptions, PreviewCounts } from './import-form';
import { importProblemText } from './import-text';
import type { ServerStore } from './server-store';
import '../account/account.css';

interface ServerImportProps {
  readonly store: ServerStore;
  /** The import that is not finished. */
  readonly openJob: ImportJob | undefined;
}

/** An import from another server up to its start: the sign-in, the reading and the preview. */
export function ServerImport({ store, openJob }: ServerImportProps): JSX.Element | null {
  const isShown = useSignal(false);
  const { value: status } = store.accounts.status;
  const { value: source } = store.source;
  const opener = useRef<HTMLButtonElement>(null);
  const isSignedIn = source !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form has done its work.
    if (isSignedIn) isShown.value = false;
    // The element with the focus is gone.
    if (wasOpen.current && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = opener.current === null;
  });
  if (status === null) return null;
  const isSigningIn = status.signIn !== null && status.signInFor === 'import';
  if (source !== null && !isSigningIn) {
    if (source.into !== status.library) return <p class="hint">{t('importBusy')}</p>;
    if (openJob?.source === source.account.library) return null;
    return <Source store={store} source={source} isDisabled={openJob !== undefined} />;
  }
  if (isSigningIn || isShown.value) {
    const close = () => {
      isShown.value = false;
      void store.accounts.background.cancelSignIn({ use: 'import' });
    };
    return <ServerSignIn store={store} onCancel={close} />;
  }
  return (
    <p class="hide-empty cluster gap-3">
      <Button
        buttonRef={opener}
        isDisabled={openJob !== undefined}
        onClick={() => (isShown.value = true)}
      >
        {t('serverTitle')}
      </Button>
    </p>
  );
}

interface ServerSignInProps {
  readonly store: ServerStore;
  readonly onCancel: () => void;
}

function ServerSignIn({ store, onCancel }: ServerSignInProps): JSX.Element {
  const id = useId();
  const { accounts } = store;
  const { value: status } = accounts.status;
  // An account may be signed in to at the same time.
  const signIn = status?.signInFor === 'import' ? status.signIn : null;
  const before = useRef(signIn?.kind);
  const isNew = before.current !== signIn?.kind;
  useEffect(() => {
    before.current = signIn?.kind;
  }, [signIn?.kind]);
  return (
    <section class="import-form stack" aria-labelledby={id}>
      <h2 id={id}>{t('serverTitle')}</h2>
      <p>{t('serverWhat')}</p>
      <SignInSteps
        store={{
          ...accounts,
          use: 'import',
          findServer: (address, headers) => accounts.findServer(address, headers, 'import'),
        }}
        signIn={signIn}
        isNew={isNew}
        isAdding
        onCancel={onCancel}
      />
    </section>
  );
}

interface SourceProps {
  readonly store: ServerStore;
  readonly source: SourceCard;
}

interface ShownSourceProps extends SourceProps {
  /** True while another import is not finished. */
  readonly isDisabled: boolean;
}

/** Shows how far a server is read, and then what its import would bring. */
function Source({ store, source, isDisabled }: ShownSourceProps): JSX.Element {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const preview = store.preview.value;
  useEffect(() => {
    // The form of the sign-in is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section class="import-form stack" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        <bdi>{nameOfServer(source.account.base)}</bdi>
      </h2>
      {store.problem.value !== null && (
        <p role="alert" class="warning">
          {importProblemText(store.problem.value)}
        </p>
      )}
      {preview === null ? (
        <>
          <SourceStatus store={store} source={source} isListOnly />
          <p class="hide-empty cluster gap-3">
            <Button onClick={() => void store.leave()}>{t('actionCancel')}</Button>
          </p>
        </>
      ) : (
        <SourcePreview store={store} preview={preview} isDisabled={isDisabled} />
      )}
    </section>
  );
}

interface SourceStatusProps extends SourceProps {
  /** True before the import has started, when no articles are read. */
  readonly isListOnly?: boolean;
}

/** Shows how far a server is read, or why not, and asks for what a person can do about it. */
export function SourceStatus({
  store,
  source,
  isListOnly = false,
}: SourceStatusProps): JSX.Element {
  const now = useNow(MINUTE_MS);
  const status = store.status.value;
  const { account } = source;
  const isSignedOut = account.signedOutAt !== null;
  const stop = status?.stop ?? null;
  const isBlocked = isSignedOut || stop !== null;
  const arriving = status?.arriving ?? null;
  if (arriving !== null && !isBlocked) {
    return <WorkProgress running={'gettingRunning'} done={arriving.done} all={arriving.of} />;
  }
  const isFirst = status === null || (!isBlocked && (isListOnly || status.syncedAt === null));
  const syncAccount = isSignedOut ? 'signed-out' : 'signed-in';
  return (
    <>
      <p role="status" class={isBlocked ? 'warning' : 'hint'}>
        {isFirst ? t('serverReading') : syncStatusText(status, syncAccount, now).text}
      </p>
      {(isSignedOut || stop?.kind === 'forbidden') && (
        <p>
          <Button onClick={() => void store.accounts.findAgain(account)}>
            {t('accountSignInAgain')}
          </Button>
        </p>
      )}
      {stop?.kind === 'not-allowed' && (
        <p>
          <Button onClick={() => void store.accounts.allow(account)}>{t('syncAllow')}</Button>
        </p>
      )}
    </>
  );
}

interface SourcePreviewProps extends Pick<ShownSourceProps, 'store' | 'isDisabled'> {
  readonly preview: ImportCounts;
}

function SourcePreview({ store, preview, isDisabled }: SourcePreviewProps): JSX.Element {
  return (
    <form
      class="import-form stack"
      onSubmit={(event) => {
        event.preventDefault();
        void store.start();
      }}
    >
      <PreviewCounts preview={preview} />
      <ImportOptions
        choices={store.choices.value}
        folders={0}
        spellings={preview.spellings}
        onChange={store.setChoices}
        legend={t('importOptions')}
      />
      <ImportActions
        preview={preview}
        choices={store.choices.value}
        isDisabled={isDisabled}
        onCancel={() => void store.leave()}
      />
    </form>
  );
}
