import type { JSX } from 'preact';
import type { ServerCard, SignInRequest } from '../../service';
import { t } from '../strings';
import { PasswordForm } from './password-form';
import { SubmitButton } from './submit-button';
import { TokenForm } from './token-form';
import type { Way } from './ways';

interface WayFormProps {
  readonly way: Way;
  readonly server: ServerCard;
  readonly isBusy: boolean;
  readonly onBegin: (request: SignInRequest) => void;
}

/** What it takes to sign in one way. */
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
