import { useSignal } from '@preact/signals';
import readIcon from 'lucide-static/icons/book-open.svg?icon';
import saveIcon from 'lucide-static/icons/mouse-pointer-click.svg?icon';
import pinIcon from 'lucide-static/icons/pin.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { AccountPanel, CompanionOffer } from '../account/account-panel';
import type { AccountStore } from '../account/account-store';
import { Button } from '../components/button';
import { Icon, type IconShapes, Mark } from '../components/icon';
import { setTo } from '../components/signals';
import { t } from '../strings';
import '../../theme/button.css';
import './welcome.css';

interface WelcomePageProps {
  /** The instructions for pinning the button differ by browser. */
  readonly browser: 'chromium' | 'firefox';
  /** True when the button is on the toolbar already. The step about pinning is hidden then. */
  readonly isPinned: boolean;
  /** The shortcut that saves a page. Empty when the browser did not assign one. */
  readonly saveKeys: string;
  /** The address of the library page. */
  readonly libraryPath: string;
  readonly accounts: AccountStore;
}

/** Shown once after installation: the first steps, and what Leafmark may and may not do. */
export function WelcomePage(props: WelcomePageProps): JSX.Element {
  const { browser, isPinned, saveKeys, libraryPath, accounts } = props;
  return (
    <div class="welcome">
      <header>
        <Mark />
        <h1>{t('welcomeTitle')}</h1>
        <p class="welcome-lead">{t('appDescription')}</p>
      </header>
      <ol class="welcome-steps">
        {!isPinned && (
          <Step icon={pinIcon} title={t('welcomePin')}>
            {t(browser === 'firefox' ? 'welcomePinFirefox' : 'welcomePinChromium')}
          </Step>
        )}
        <Step icon={saveIcon} title={t('welcomeSave')}>
          {saveKeys ? t('welcomeSaveKeys', saveKeys) : t('welcomeSaveClick')}
        </Step>
        <Step icon={readIcon} title={t('welcomeRead')}>
          {t('welcomeReadText')}
        </Step>
      </ol>
      <WelcomeAccount accounts={accounts} />
      <section class="welcome-may">
        <h2>{t('welcomeMay')}</h2>
        <ul>
          <li>{t('welcomeMayRead')}</li>
          <li>{t('welcomeMayKeep')}</li>
          <li>{t('welcomeMayNot')}</li>
        </ul>
      </section>
      <a class="button" href={libraryPath}>
        {t('libraryOpen')}
      </a>
    </div>
  );
}

interface StepProps {
  readonly icon: IconShapes;
  readonly title: string;
  readonly children: ComponentChildren;
}

function Step({ icon, title, children }: StepProps): JSX.Element {
  return (
    <li>
      <Icon shapes={icon} />
      <h2>{title}</h2>
      <p>{children}</p>
    </li>
  );
}

/** Offers to sign in to a server. The form appears on demand. */
export function WelcomeAccount({ accounts }: { readonly accounts: AccountStore }): JSX.Element {
  const id = useId();
  const isFormOpen = useSignal(false);
  const status = accounts.status.value;
  const isSignedIn =
    status?.accounts.some(({ id, signedOutAt }) => id === status.active && signedOutAt === null) ??
    false;
  const hasStarted = status !== null && (status.signIn !== null || status.accounts.length > 0);
  return (
    <section class="welcome-account" aria-labelledby={id}>
      <h2 id={id}>{t('welcomeServer')}</h2>
      <p>{t(isSignedIn ? 'welcomeServerDone' : 'welcomeServerText')}</p>
      {isFormOpen.value && <AccountPanel store={accounts} onFold={setTo(isFormOpen, false)} />}
      {!isFormOpen.value && hasStarted && <AccountPanel store={accounts} />}
      {!isFormOpen.value && !hasStarted && (
        <>
          <CompanionOffer store={accounts} />
          <p>
            <Button onClick={setTo(isFormOpen, true)}>{t('welcomeSignIn')}</Button>
          </p>
        </>
      )}
    </section>
  );
}
