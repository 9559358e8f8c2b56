import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { SignInRequest } from '../../service';
import { t } from '../strings';
import { profilePage } from './server-address';
import { SubmitButton } from './submit-button';

interface TokenFormProps {
  readonly base: string;
  readonly isBusy: boolean;
  readonly onBegin: (request: SignInRequest) => void;
}

/** A token that was made on the server's own page. */
export function TokenForm({ base, isBusy, onBegin }: TokenFormProps): JSX.Element {
  const id = useId();
  const token = useSignal('');
  const begin = (event: Event) => {
    event.preventDefault();
    if (!isBusy) onBegin({ way: 'token', token: token.value });
  };
  return (
    <form class="account-form" onSubmit={begin}>
      <div class="account-field">
        <label for={id}>{t('signInToken')}</label>
        <input
          id={id}
          class="field account-token"
          type="text"
          dir="ltr"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          required
          value={token}
          aria-describedby={`${id}-hint`}
          onInput={(event) => {
            token.value = event.currentTarget.value;
          }}
        />
        <p id={`${id}-hint`} class="hint">
          {t('signInTokenHint')}{' '}
          <a href={profilePage(base)} target="_blank" rel="noreferrer">
            {t('signInTokenPage')}
          </a>
        </p>
      </div>
      <p>
        <SubmitButton isBusy={isBusy}>{t('signInDo')}</SubmitButton>
      </p>
    </form>
  );
}
