import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { isTypedUnencrypted } from '../../service/account/server-address';
import { SignInForm, SubmitButton, TextField, UnencryptedWarning } from '../account/sign-in-parts';
import { Button } from '../components/button';
import { t } from '../strings';
import { ImportActions, ImportOptions, PreviewCounts } from './import-form';
import type { ServerPreviewed, ServerStore } from './server-store';
import { serverProblemText } from './server-text';
import '../account/account.css';

interface ServerImportProps {
  readonly store: ServerStore;
  /** True while another import is not finished. */
  readonly isDisabled: boolean;
}

/** The button for an import from another server, and its form once it was pressed. */
export function ServerImport({ store, isDisabled }: ServerImportProps): JSX.Element {
  const isShown = useSignal(false);
  const show = (value: boolean) => {
    isShown.value = value;
  };
  return (
    <>
      <p class="import-actions">
        <Button isDisabled={isDisabled} onClick={() => show(true)}>
          {t('serverTitle')}
        </Button>
      </p>
      {isShown.value && <ServerForm store={store} onClose={() => show(false)} />}
    </>
  );
}

interface ServerFormProps {
  readonly store: ServerStore;
  readonly onClose: () => void;
}

/** Asks for a server and a token, shows what it would bring, and starts the import. */
function ServerForm({ store, onClose }: ServerFormProps): JSX.Element {
  const id = useId();
  const address = useSignal('');
  const token = useSignal('');
  const { value: state } = store.state;
  const isBusy = state.kind === 'reading' || state.kind === 'starting';
  const problem = state.kind === 'asking' ? state.problem : null;
  const plain = problem?.kind === 'unencrypted' ? problem.detail : '';
  useEffect(() => {
    // With the scheme in the field, the person sees the warning before the token is sent.
    if (plain !== '') address.value = plain;
  }, [plain, address]);
  const close = () => {
    void store.cancel();
    onClose();
  };
  if (state.kind === 'previewed') {
    return <ServerPreview store={store} onClose={onClose} previewed={state} onCancel={close} />;
  }
  return (
    <section class="import-form" aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>{t('serverTitle')}</h2>
      <p>{t('serverWhat')}</p>
      <SignInForm
        isBusy={isBusy}
        // Nothing is awaited: the browser shows its permission request in a click handler only.
        onSubmit={() => void store.look(address.value, token.value)}
      >
        <TextField
          label={t('serverAddress')}
          text={address}
          input={{ type: 'text', inputMode: 'url', dir: 'ltr', autocomplete: 'off' }}
          hint={t('signInAddressHint')}
        />
        {isTypedUnencrypted(address.value) && <UnencryptedWarning />}
        <TextField
          label={t('apiToken')}
          text={token}
          input={{ type: 'password', dir: 'ltr', autocomplete: 'off' }}
          hint={t('serverTokenHint')}
        />
        {problem && <p role="alert">{serverProblemText(problem)}</p>}
        <p role="status" class="account-progress">
          {isBusy && t('serverReading')}
        </p>
        <p class="import-actions">
          <SubmitButton isBusy={isBusy}>{t('serverLook')}</SubmitButton>
          <Button onClick={close}>{t('actionCancel')}</Button>
        </p>
      </SignInForm>
    </section>
  );
}

interface ServerPreviewProps extends ServerFormProps {
  readonly previewed: ServerPreviewed;
  readonly onCancel: () => void;
}

function ServerPreview(props: ServerPreviewProps): JSX.Element {
  const { store, previewed, onCancel, onClose } = props;
  const id = useId();
  const { base, preview, choices } = previewed;
  const start = async () => {
    if (await store.start()) onClose();
  };
  return (
    <form
      class="import-form"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <h2 id={id}>
        <bdi>{base}</bdi>
      </h2>
      <PreviewCounts preview={preview} />
      <ImportOptions
        choices={choices}
        folders={0}
        spellings={preview.spellings}
        onChange={store.setChoices}
        legend={t('importOptions')}
      />
      <ImportActions preview={preview} choices={choices} onCancel={onCancel} />
    </form>
  );
}
