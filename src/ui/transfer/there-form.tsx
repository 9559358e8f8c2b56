import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { ImportJobChoices } from '../../library';
import { SignInForm, SubmitButton, TextField } from '../account/sign-in-parts';
import { Button } from '../components/button';
import { t } from '../strings';
import { ImportOptions } from './import-form';
import { NO_CHOICES } from './import-store';
import type { ContentThere, ServerImporter, ServerProblem, SourceThere } from './server-store';
import { SOURCE_NAMES, serverProblemText, sourceName } from './server-text';
import '../account/account.css';

interface ThereFormProps {
  readonly importer: Pick<ServerImporter, 'account' | 'startThere'>;
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

type Account = Awaited<ReturnType<ServerImporter['account']>>;

/** Lets the server of the account import a file or another service. */
export function ThereForm({ importer, onStarted, onClose }: ThereFormProps): JSX.Element | null {
  const id = useId();
  const account = useSignal<Account | undefined>(undefined);
  useEffect(() => {
    void importer.account().then((found) => {
      account.value = found;
    });
  }, [importer, account]);
  if (account.value === undefined) return null;
  const { value: found } = account;
  return (
    <section class="import-form" aria-labelledby={id}>
      <h2 id={id}>{found === null ? t('thereTitle') : t('thereTitleOf', found.host)}</h2>
      {found === null && (
        <p>
          {t('thereNobody')} <a href="/options.html">{t('signInDo')}</a>
        </p>
      )}
      {found?.isOAuth && (
        <p>
          {t('thereOAuth')} <a href="/options.html">{t('thereSignIn')}</a>
        </p>
      )}
      {found !== null && !found.isOAuth ? (
        <Content importer={importer} onStarted={onStarted} onClose={onClose} />
      ) : (
        <p class="import-actions">
          <Button onClick={onClose}>{t('thereClose')}</Button>
        </p>
      )}
    </section>
  );
}

type Kind = SourceThere | 'wallabag';

function Content({ importer, onStarted, onClose }: ThereFormProps): JSX.Element {
  const kind = useSignal<Kind>('browser');
  const file = useSignal<File | null>(null);
  const choices = useSignal<ImportJobChoices>(NO_CHOICES);
  const problem = useSignal<ServerProblem | null>(null);
  const isBusy = useSignal(false);
  const [url, username, password] = [useSignal(''), useSignal(''), useSignal('')];
  const [clientId, clientSecret] = [useSignal(''), useSignal('')];
  const content = (): ContentThere | null => {
    if (kind.value === 'wallabag') {
      return {
        kind: 'wallabag',
        ...{ url: url.value.trim(), username: username.value, password: password.value },
        ...{ clientId: clientId.value.trim(), clientSecret: clientSecret.value.trim() },
      };
    }
    return file.value && { kind: 'file', file: file.value, source: kind.value };
  };
  const send = async () => {
    const sent = content();
    if (sent === null) return;
    isBusy.value = true;
    problem.value = await importer.startThere(sent, choices.value);
    isBusy.value = false;
    if (problem.value === null) onStarted();
  };
  return (
    <SignInForm isBusy={isBusy.value} onSubmit={() => void send()}>
      <p>{t('thereWhat')}</p>
      <label class="import-format">
        {t('thereFrom')}
        <select
          class="field"
          value={kind.value}
          onChange={({ currentTarget }) => {
            kind.value = currentTarget.value as Kind;
          }}
        >
          {(Object.keys(SOURCE_NAMES) as SourceThere[]).map((source) => (
            <option key={source} value={source}>
              {sourceName(source)}
            </option>
          ))}
          <option value="wallabag">{t('thereWallabag')}</option>
        </select>
      </label>
      {kind.value === 'wallabag' ? (
        <>
          <TextField
            label={t('thereUrl')}
            text={url}
            input={{ type: 'url', dir: 'ltr', required: true }}
          />
          <TextField label={t('signInUsername')} text={username} input={{ required: true }} />
          <TextField
            label={t('signInPassword')}
            text={password}
            input={{ type: 'password', autocomplete: 'off', required: true }}
          />
          <TextField label={t('thereClientId')} text={clientId} input={{ required: true }} />
          <TextField
            label={t('thereClientSecret')}
            text={clientSecret}
            input={{ type: 'password', autocomplete: 'off', required: true }}
            hint={t('thereSecrets')}
          />
        </>
      ) : (
        <label class="import-format">
          {t('exportFormat')}
          <input
            type="file"
            required
            onChange={({ currentTarget }) => {
              file.value = currentTarget.files?.[0] ?? null;
            }}
          />
        </label>
      )}
      <ImportOptions
        choices={choices.value}
        onChange={(changed) => {
          choices.value = { ...choices.value, ...changed };
        }}
        hasFolders={kind.value === 'browser'}
        legend={t('serverOptions')}
      />
      {problem.value && <p role="alert">{serverProblemText(problem.value)}</p>}
      <p role="status" class="account-progress">
        {isBusy.value && t('thereSending')}
      </p>
      <p class="import-actions">
        <SubmitButton isBusy={isBusy.value}>{t('thereStart')}</SubmitButton>
        <Button onClick={onClose}>{t('exportCancel')}</Button>
      </p>
    </SignInForm>
  );
}
