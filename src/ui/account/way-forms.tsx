import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ServerCard, SignInRequest, SignInUse, Way } from '../../service';
import { t } from '../strings';
import { profilePage } from './account-cards';
import { SignInForm, TextField } from './sign-in-parts';

interface WayFormProps {
  readonly use: SignInUse;
  readonly way: Way;
  readonly server: ServerCard;
  readonly isBusy: boolean;
  readonly onBegin: (request: SignInRequest) => void;
}

/** Shows the form for one way to sign in. */
export function WayForm({ use, way, server, isBusy, onBegin }: WayFormProps): JSX.Element {
  const username = useSignal('');
  const password = useSignal('');
  const token = useSignal('');
  switch (way) {
    case 'code':
    case 'device':
      return (
        <SignInForm
          isBusy={isBusy}
          submit={t(way === 'code' ? 'signInOpenPage' : 'signInGetCode')}
          onSubmit={() => onBegin({ way })}
        >
          <p class="hint">{t(way === 'code' ? 'signInOpenPageHint' : 'signInByDeviceHint')}</p>
        </SignInForm>
      );
    case 'password':
      return (
        <SignInForm
          isBusy={isBusy}
          submit={t('signInDo')}
          onSubmit={() => onBegin({ way, username: username.value, password: password.value })}
        >
          <TextField
            label={t('signInUsername')}
            text={username}
            input={{ type: 'text', autocomplete: 'username', required: true }}
          />
          <TextField
            label={t('signInPassword')}
            text={password}
            input={{ type: 'password', autocomplete: 'current-password', required: true }}
            hint={t('signInPasswordHint')}
          />
        </SignInForm>
      );
    case 'token':
      return (
        <SignInForm
          isBusy={isBusy}
          submit={t('signInDo')}
          onSubmit={() => onBegin({ way, token: token.value })}
        >
          <TextField
            label={t('apiToken')}
            text={token}
            input={{
              class: 'field account-token',
              dir: 'ltr',
              autocomplete: 'off',
              required: true,
            }}
            hint={
              <>
                {t(use === 'import' ? 'signInTokenHintImport' : 'signInTokenHint')}{' '}
                <a href={profilePage(server.base)} target="_blank" rel="noreferrer">
                  {t('signInTokenPage')}
                </a>
              </>
            }
          />
        </SignInForm>
      );
  }
}
