import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { isOpenElsewhere } from '../../service/account/accounts';
import { nameOfServer } from '../account/account-cards';
import { AccountPanel } from '../account/account-panel';
import type { AccountStore } from '../account/account-store';
import { OwnAccount } from '../account/own-account';
import type { OfferExport } from '../account/sign-out-dialog';
import { CopyButton } from '../components/copy-button';
import { deferred } from '../components/deferred';
import { SharedLinks } from '../share/shared-links';
import { t } from '../strings';
import { SyncStatusLine } from '../sync/sync-line';
import type { SyncStore } from '../sync/sync-store';
import { Section } from './section';
import '../account/account.css';

const QrCode = deferred(async () => (await import('../account/qr-code')).QrCode);

interface AccountSectionProps {
  readonly accounts: AccountStore;
  readonly sync: SyncStore;
  readonly offerExport: OfferExport;
  readonly ownServer: OwnServer | undefined;
}

/** The server that serves the web app. */
export interface OwnServer {
  readonly base: string;
  /** Set if the person has pressed *Sign out* on a page of the server. Ends it without signing out. */
  readonly onStay?: (() => void) | undefined;
}

/** Shows the accounts and the sign-in. */
export function AccountSection(props: AccountSectionProps): JSX.Element {
  const { accounts, sync, offerExport, ownServer } = props;
  const status = accounts.status.value;
  const isNobody =
    (status?.signIn === null || status?.signInFor === 'import') && status.accounts.length === 0;
  const active = status?.accounts.find(({ id }) => id === status.active);
  return (
    <Section id="account" title={t('accountTitle')}>
      {ownServer === undefined ? (
        <>
          {isNobody && <p>{t('accountNone')}</p>}
          {/* Other pages link to the check. */}
          <AccountPanel
            store={accounts}
            offerExport={offerExport}
            isChecked={location.hash === '#check'}
          />
        </>
      ) : (
        <OwnAccount
          store={accounts}
          server={ownServer.base}
          offerExport={offerExport}
          onStay={ownServer.onStay}
        />
      )}
      {active?.signedOutAt === null && (
        <SyncStatusLine store={sync} href="library.html#/sync" isLocalOnly={false} />
      )}
      {active?.signedOutAt === null && isOpenElsewhere(active) && (
        <OtherDevice base={active.base} />
      )}
      {active?.signedOutAt === null && (
        <SharedLinks key={active.id} background={accounts.background} />
      )}
    </Section>
  );
}

/** Shows the address of the web app for a phone, as a text and as a QR code. */
function OtherDevice({ base }: { readonly base: string }): JSX.Element {
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
        <div class="account-code cluster gap-5">
          <div class="account-code-words stack">
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
