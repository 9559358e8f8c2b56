import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AccountCard, AccountStatus, SignInState } from '../../service';
import { Button } from '../components/button';
import { t } from '../strings';
import type { AccountStore } from './account-store';
import { ActiveAccount } from './active-account';
import { CompanionOffer } from './companion-offer';
import { DoctorPanel } from './doctor-panel';
import { OtherAccounts } from './other-accounts';
import { SignInSteps } from './sign-in-steps';
import { SignOutDialog } from './sign-out-dialog';
import { TroubleNote } from './trouble-note';
import { Untold } from './untold';
import { useOrder } from './use-order';
import './account.css';

/** Accounts, signing in and out, and the doctor: all of it that a page shows. */
export function AccountPanel(props: AccountPanelProps): JSX.Element | null {
  const status = props.store.status.value;
  return status && <Panel {...props} status={status} />;
}

interface AccountPanelProps {
  readonly store: AccountStore;
  /** For a page that shows it only when it is asked for: the person does not want it any more. */
  readonly onFold?: () => void;
}

interface PanelProps extends AccountPanelProps {
  readonly status: AccountStatus;
}

function Panel({ store, status, onFold }: PanelProps): JSX.Element {
  const { accounts, signIn } = status;
  const active = accounts.find(({ id }) => id === status.active) ?? null;
  const others = accounts.filter((account) => account !== active);
  const order = useOrder();
  const check = useOrder();
  const isAdding = useSignal(onFold !== undefined);
  const leaving = useSignal<AccountCard | null>(null);
  const refused = useSignal<AccountCard | null>(null);
  /** The stage at which the doctor was called; at another one what was found is of the past. */
  const checkedAt = useSignal<string | null>(null);

  const stage = signIn ? stageOf(signIn) : `account ${active?.id} ${active?.signedOutAt}`;
  const before = useRef(stage);
  const isNew = before.current !== stage;
  useEffect(() => {
    before.current = stage;
    if (checkedAt.value !== stage) checkedAt.value = null;
    if (active && signIn === null) isAdding.value = false;
  }, [stage]);

  const examine = () => {
    checkedAt.value = stage;
    void check.follow(store.examine());
  };
  const isSigningIn = signIn !== null || isAdding.value || accounts.length === 0;
  return (
    <div class="account">
      {active && (
        <ActiveAccount
          key={active.id}
          account={active}
          isNew={isNew}
          isBusy={order.isBusy.value}
          isSigningIn={signIn !== null}
          onSignInAgain={() => void order.follow(store.findAgain(active))}
          onLeave={() => {
            leaving.value = active;
          }}
          onExamine={examine}
        />
      )}
      {order.trouble.value && <TroubleNote trouble={order.trouble.value} />}
      <Untold bases={status.untold} refusedBy={refused.value?.base ?? null} />
      {others.length > 0 && (
        <OtherAccounts
          accounts={others}
          hasActive={active !== null}
          onSwitch={({ id }) => void order.follow(store.switchTo(id))}
          onLeave={(account) => {
            leaving.value = account;
          }}
        />
      )}
      {active === null && (signIn === null || signIn.kind === 'not-found') && (
        <CompanionOffer store={store} />
      )}
      {isSigningIn ? (
        <SignInSteps
          store={store}
          signIn={signIn}
          isNew={isNew}
          isWanted={isAdding.value}
          onExamine={examine}
          onCancel={() => {
            isAdding.value = false;
            onFold?.();
            void store.cancel();
          }}
        />
      ) : (
        <p>
          <Button
            onClick={() => {
              isAdding.value = true;
            }}
          >
            {t('accountAdd')}
          </Button>
        </p>
      )}
      {checkedAt.value === stage && (
        <DoctorPanel
          examination={store.examination}
          order={check}
          onAgain={examine}
          onClose={() => {
            checkedAt.value = null;
          }}
        />
      )}
      {leaving.value && (
        <SignOutDialog
          store={store}
          account={leaving.value}
          onClose={() => {
            leaving.value = null;
          }}
          onDone={(isTaken) => {
            refused.value = isTaken ? null : leaving.value;
            leaving.value = null;
          }}
        />
      )}
    </div>
  );
}

const stageOf = (signIn: SignInState): string =>
  signIn.kind === 'checking' && signIn.problem !== null ? 'paused' : signIn.kind;
