import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { SignInRequest } from '../../service';
import { t } from '../strings';
import { SubmitButton } from './submit-button';

interface PasswordFormProps {
  readonly isBusy: boolean;
  readonly onBegin: (request: SignInRequest) => void;
}

/** User name and password. */
export function PasswordForm({ isBusy, onBegin }: PasswordFormProps): JSX.Element {
  const id = useId();
  const username = useSignal('');
  const password = useSignal('');
  const begin = (event: Event) => {
    event.preventDefault();
    if (!isBusy) onBegin({ way: 'password', username: username.value, password: password.value });
  };
  return (
    <form class="account-form" onSubmit={begin}>
      <div class="account-field">
        <label for={`${id}-name`}>{t('signInUsername')}</label>
        <input
          id={`${id}-name`}
          class="field"
          type="text"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          value={username}
          onInput={(event) => {
            username.value = event.currentTarget.value;
          }}
        />
      </div>
      <div class="account-field">
        <label for={`${id}-password`}>{t('signInPassword')}</label>
        <input
          id={`${id}-password`}
          class="field"
          type="password"
          autocomplete="current-password"
          required
          value={password}
          aria-describedby={`${id}-hint`}
          onInput={(event) => {
            password.value = event.currentTarget.value;
          }}
        />
        <p id={`${id}-hint`} class="hint">
          {t('signInPasswordHint')}
        </p>
      </div>
      <p>
        <SubmitButton isBusy={isBusy}>{t('signInDo')}</SubmitButton>
      </p>
    </form>
  );
}
