import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AccountCard, AccountStatus, SignInState } from '../../service';
import { Button } from '../components/button';
import { into, setTo } from '../components/signals';
import { t } from '../strings';
import { ActiveAccount, nameOfServer, OtherAccounts, profilePage } from './account-cards';
import type { AccountStore } from './account-store';
import { DoctorPanel } from './doctor-panel';
import { SignInSteps } from './sign-in-steps';
import { type OfferExport, SignOutDialog } from './sign-out-dialog';
import { ProblemNote, useRequest } from './use-request';
import './account.css';

/** Shows everything about accounts: signing in, signing out and the connection check. */
export function AccountPanel(props: AccountPanelProps): JSX.Element | null {
  const status = props.store.status.value;
  return status && <Panel {...props} status={status} />;
}

interface AccountPanelProps {
  readonly store: AccountStore;
  readonly offerExport: OfferExport;
  /** Called when the user cancels. Only for pages that show the panel on demand. */
  readonly onFold?: () => void;
  /** True if the connection check starts at once. */
  readonly isChecked?: boolean;
}

interface PanelProps extends AccountPanelProps {
  readonly status: AccountStatus;
}

function Panel(props: PanelProps): JSX.Element {
  const { store, status, offerExport, onFold, isChecked = false } = props;
  const { accounts } = status;
  // The page of imports shows the sign-in of an import.
  const signIn = status.signInFor === 'account' ? status.signIn : null;
  const active = accounts.find(({ id }) => id === status.active) ?? null;
  const others = accounts.filter((account) => account !== active);
  const request = useRequest();
  const again = useRequest();
  const isAdding = useSignal(onFold !== undefined);
  const signingOut = useSignal<AccountCard | null>(null);
  const refused = useSignal<AccountCard | null>(null);
  const stage = signIn ? stageOf(signIn) : `account ${active?.id} ${active?.signedOutAt}`;
  const before = useRef(stage);
  const isNew = before.current !== stage;
  useEffect(() => {
    before.current = stage;
    if (active && signIn === null) isAdding.value = false;
  }, [stage]);
  const check = useCheck(store, stage, isChecked && active !== null);
  const isSigningIn = signIn !== null || isAdding.value || accounts.length === 0;
  const cancel = () => {
    isAdding.value = false;
    onFold?.();
    void store.background.cancelSignIn({ use: store.use });
  };
  return (
    <div class="account stack full">
      {active && (
        <ActiveAccount
          key={active.id}
          account={active}
          isNew={isNew}
          isBusy={request.isBusy.value || again.isBusy.value}
          isSigningIn={signIn !== null}
          onSignInAgain={() => void again.follow(store.findAgain(active))}
          onLeave={setTo(signingOut, active)}
          onExamine={check.start}
        />
      )}
      {request.problem.value && <ProblemNote problem={request.problem.value} />}
      {/* The steps of a sign-in show their own problem. */}
      {signIn === null && again.problem.value && <ProblemNote problem={again.problem.value} />}
      <PendingRevocations
        bases={status.pendingRevocations}
        refusedBy={refused.value?.base ?? null}
      />
      {others.length > 0 && (
        <OtherAccounts
          accounts={others}
          onSwitch={({ id }) => void request.follow(store.switchAccount(id))}
          onLeave={into(signingOut)}
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
          isAdding={isAdding.value}
          onExamine={check.start}
          onCancel={cancel}
        />
      ) : (
        <p>
          <Button onClick={setTo(isAdding, true)}>{t('accountAdd')}</Button>
        </p>
      )}
      {check.panel}
      <SigningOut store={store} offerExport={offerExport} account={signingOut} refused={refused} />
    </div>
  );
}

/** The connection check. Its findings are shown at the stage at which it was started. */
function useCheck(store: AccountStore, stage: string, startsAtOnce: boolean) {
  const request = useRequest();
  const checkedAt = useSignal<string | null>(null);
  const start = () => {
    checkedAt.value = stage;
    void request.follow(store.background.examine());
  };
  useEffect(() => {
    if (checkedAt.value !== stage) checkedAt.value = null;
  }, [stage]);
  useEffect(() => {
    if (startsAtOnce) start();
    // Runs once: the check can be started again by its button.
  }, []);
  const panel = checkedAt.value === stage && (
    <DoctorPanel
      examination={store.examination}
      request={request}
      onAgain={start}
      onClose={setTo(checkedAt, null)}
    />
  );
  return { start, panel };
}

interface SigningOutProps {
  readonly store: AccountStore;
  readonly offerExport: OfferExport;
  readonly account: Signal<AccountCard | null>;
  /** The account whose server has refused to revoke its token. */
  readonly refused: Signal<AccountCard | null>;
}

function SigningOut(props: SigningOutProps): JSX.Element | null {
  const { store, offerExport, account, refused } = props;
  if (account.value === null) return null;
  return (
    <SignOutDialog
      store={store}
      offerExport={offerExport}
      account={account.value}
      onClose={setTo(account, null)}
      onDone={(isTaken) => {
        refused.value = isTaken ? null : account.value;
        account.value = null;
      }}
    />
  );
}

const stageOf = (signIn: SignInState): string =>
  signIn.kind === 'checking' && signIn.problem !== null ? 'paused' : signIn.kind;

/** Offers to sign in to the companion server with one click. Shows nothing where there is none. */
function CompanionOffer({ store }: { readonly store: AccountStore }): JSX.Element | null {
  const request = useRequest();
  const base = store.companion.value;
  const { signInToCompanion } = store;
  if (base === null || signInToCompanion === undefined) return null;
  const { isBusy, problem } = request;
  return (
    <div class="stack full">
      <p>
        <Button
          look="primary"
          isDisabled={isBusy.value}
          onClick={() => void request.follow(signInToCompanion())}
        >
          {t('signInCompanion')}
        </Button>
      </p>
      <p class="hint">{t('signInCompanionHint', nameOfServer(base))}</p>
      <p role="status" class="soft hide-empty">
        {isBusy.value && t('signInLooking')}
      </p>
      {problem.value && <ProblemNote problem={problem.value} />}
    </div>
  );
}

interface PendingRevocationsProps {
  /** Servers that have not confirmed yet that the token is revoked. */
  readonly bases: readonly string[];
  /** The server that refused to revoke the token in the last sign-out. */
  readonly refusedBy: string | null;
}

/** Lists the servers where the token is still valid, each with a link to revoke it by hand. */
function PendingRevocations({ bases, refusedBy }: PendingRevocationsProps): JSX.Element {
  return (
    <>
      {bases.map((base) => (
        <Note key={base} base={base} text={t('accountRevocationPending', nameOfServer(base))} />
      ))}
      {refusedBy !== null && <Note base={refusedBy} text={t('accountNotRevoked')} />}
    </>
  );
}

function Note({ base, text }: { readonly base: string; readonly text: string }): JSX.Element {
  return (
    <p class="account-warning" role="status">
      <span>
        {text}{' '}
        <a href={profilePage(base)} target="_blank" rel="noreferrer">
          {t('signInTokenPage')}
        </a>
      </span>
    </p>
  );
}
