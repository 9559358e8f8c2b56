import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CopyButton } from '../components/copy-button';
import { deferred } from '../components/deferred';
import { t } from '../strings';
import { nameOfServer } from './account-cards';
import './account.css';

const QrCode = deferred(async () => (await import('./qr-code')).QrCode);

/** Shows the address of the web app for a phone, as a text and as a QR code. */
export function OtherDevice({ base }: { readonly base: string }): JSX.Element {
  const isOpen = useSignal(false);
  const address = `${base}/`;
  return (
    <details
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{t('otherDevice')}</summary>
      {isOpen.value && (
        <div class="account-code">
          <div class="account-code-words">
            <p>
              <bdi dir="ltr">{address}</bdi>
            </p>
            <CopyButton label={t('articleCopy')} text={address} />
          </div>
          <QrCode text={address} label={t('qrCodeOf', nameOfServer(base))} />
        </div>
      )}
    </details>
  );
}
