import highlightIcon from 'lucide-static/icons/highlighter.svg?icon';
import pinIcon from 'lucide-static/icons/pin.svg?icon';
import privacyIcon from 'lucide-static/icons/shield-check.svg?icon';
import type { JSX } from 'preact';
import { FirstSteps } from '../components/first-steps';
import { Icon, Mark } from '../components/icon';
import { t } from '../strings';
import './welcome.css';

interface WelcomePageProps {
  /** The instructions for pinning the button differ by browser. */
  readonly browser: 'chromium' | 'firefox';
  /** True when the button is on the toolbar already. The line about pinning is hidden then. */
  readonly isPinned: boolean;
  /** The shortcut that saves a page. Empty when the browser did not assign one. */
  readonly saveKeys: string;
}

/** Shown once after installation: three ways to begin, and what Leafmark may do. */
export function WelcomePage({ browser, isPinned, saveKeys }: WelcomePageProps): JSX.Element {
  const pin = t(browser === 'firefox' ? 'welcomePinFirefox' : 'welcomePinChromium');
  return (
    <main class="welcome stack gap-5">
      <Mark />
      <h1>{t('welcomeTitle')}</h1>
      <p class="welcome-lead soft">
        {saveKeys ? t('welcomeSaveKeys', saveKeys) : t('welcomeSaveClick')}
      </p>
      <FirstSteps />
      <ul class="welcome-notes stack gap-2 soft">
        {!isPinned && (
          <li class="line gap-3">
            <Icon shapes={pinIcon} />
            {pin}
          </li>
        )}
        <li class="line gap-3">
          <Icon shapes={highlightIcon} />
          {t('welcomeHighlight')}
        </li>
        <li class="line gap-3">
          <Icon shapes={privacyIcon} />
          {t('welcomeMay')}
        </li>
      </ul>
    </main>
  );
}
