import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { ServerCard, SignInRequest, Way } from '../../service';
import { t } from '../strings';
import { profilePage } from './account-cards';
import { SubmitButton } from './sign-in-parts';

interface WayFormProps {
  readonly way: Way;
  readonly server: ServerCard;
  readonly isBusy: boolean;
  readonly onBegin: (request: SignInRequest) => void;
}

/** Shows the form for one way to sign in. */
export function WayForm({ way, server, isBusy, onBegin }: WayFormProps): JSX.Element {
  switch (way) {
    case 'code':
    case 'device': {
      const begin = (event: Event) => {
        event.preventDefault();
        if (!isBusy) onBegin({ way });
      };
      return (
        <form class="account-form" onSubmit={begin}>
          <p class="hint">{t(way === 'code' ? 'signInOpenPageHint' : 'signInByDeviceHint')}</p>
          <p>
            <SubmitButton isBusy={isBusy}>
              {t(way === 'code' ? 'signInOpenPage' : 'signInGetCode')}
            </SubmitButton>
          </p>
        </form>
      );
    }
    case 'password':
      return <PasswordForm isBusy={isBusy} onBegin={onBegin} />;
    case 'token':
      return <TokenForm base={server.base} isBusy={isBusy} onBegin={onBegin} />;
  }
}

interface PasswordFormProps {
  readonly isBusy: boolean;
  readonly onBegin: (request: SignInRequest) => void;
}

/** Asks for user name and password. */
function PasswordForm({ isBusy, onBegin }: PasswordFormProps): JSX.Element {
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

interface TokenFormProps {
  readonly base: string;
  readonly isBusy: boolean;
  readonly onBegin: (request: SignInRequest) => void;
}

/** Asks for a token that the user has created on the server. */
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
