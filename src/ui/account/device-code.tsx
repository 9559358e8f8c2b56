import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { isThisComputer } from '../../domain/private-address';
import { SECOND_MS } from '../../domain/time';
import type { SignInState } from '../../service';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import { deferred } from '../components/deferred';
import { useNow } from '../components/use-now';
import { t } from '../strings';
import { nameOfServer } from './account-cards';
import type { AccountStore } from './account-store';
import { Step } from './sign-in-parts';

const QrCode = deferred(async () => (await import('./qr-code')).QrCode);

/**
 * The interval at which the background is kept awake. Browsers stop it after 30 s without a
 * message.
 */
const KEEP_AWAKE_MS = 5 * SECOND_MS;

interface DeviceCodeProps {
  readonly signIn: Extract<SignInState, { kind: 'device' }>;
  readonly store: Pick<AccountStore, 'background'>;
  readonly isNew: boolean;
  readonly onCancel: () => void;
}

/** Shows the code that the user types in another browser, with a link and a QR code. */
export function DeviceCode({ signIn, store, isNew, onCancel }: DeviceCodeProps): JSX.Element {
  const { code, page, pageWithCode, expiresAt } = signIn;
  useEffect(() => {
    const timer = setInterval(() => store.background.pokeSignIn(), KEEP_AWAKE_MS);
    return () => clearInterval(timer);
  }, [store]);
  return (
    <Step title={t('signInCode')} isNew={isNew}>
      <div class="account-code cluster gap-5">
        <div class="account-code-words stack">
          <p class="account-code-row cluster gap-3">
            <code dir="ltr">{code}</code>
            <CopyButton label={t('articleCopy')} text={code} />
          </p>
          <p>{t('signInCodeWhere')}</p>
          <p class="semibold">
            <a href={page} dir="ltr" target="_blank" rel="noreferrer">
              {nameOfServer(page)}
            </a>
          </p>
          <CountDown until={expiresAt} />
        </div>
        {!isThisComputer(page) && (
          <QrCode text={pageWithCode} label={t('qrCodeOf', nameOfServer(page))} />
        )}
      </div>
      <p class="account-buttons hide-empty cluster">
        <Button onClick={onCancel}>{t('actionCancel')}</Button>
      </p>
    </Step>
  );
}

/** Shows the time until the code expires, in seconds. `until` is in Unix ms. */
function CountDown({ until }: { readonly until: number }): JSX.Element {
  const leftMs = until - useNow(SECOND_MS);
  return (
    // Screen readers do not announce a timer by themselves, which would happen each second.
    <p class="hint" role="timer">
      {leftMs > 0 ? t('signInCodeLeft', minutesAndSeconds(leftMs)) : t('signInCodeOver')}
    </p>
  );
}

/** Formats a duration as `9:05`. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
