import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { AccountStatus } from '../../service';
import { formerAccounts } from '../../service/account/accounts';
import { Button } from '../components/button';
import { setTo } from '../components/signals';
import { t } from '../strings';
import { ActiveAccount, profilePage } from './account-cards';
import type { AccountStore, RequestResult } from './account-store';
import { FormerLibraries, FormerQuestion } from './former-library';
import { accountProblemText } from './problem-text';
import { type OfferExport, SignOutDialog } from './sign-out-dialog';
import { ProblemNote, useRequest } from './use-request';
import './account.css';

interface OwnAccountProps {
  readonly store: AccountStore;
  /** The address of the server that serves the web app. */
  readonly server: string;
  /** Absent where the page waits for the sign-in, so that there is no account to show. */
  readonly offerExport?: OfferExport;
  /** Set if the person has pressed *Sign out* on a page of the server. Ends it without signing out. */
  readonly onStay?: (() => void) | undefined;
  /** The id of the person who has signed in to the server, where the page waits for the sign-in. */
  readonly person?: string | null;
  /** Signs out of the server, where the page waits for the sign-in. */
  readonly onLeave?: () => void;
}

/** Shows the account of the web app, which signs in to its own server only. */
export function OwnAccount(props: OwnAccountProps): JSX.Element | null {
  const { store, server, offerExport, onStay, person, onLeave } = props;
  const isEntry = offerExport === undefined;
  const status = store.status.value;
  const request = useRequest();
  const isLeaving = useSignal(onStay !== undefined);
  if (status === null) return null;
  const active = status.accounts.find(({ id }) => id === status.active) ?? null;
  const stored = signInProblemOf(status);
  const problem = request.isBusy.value ? null : (request.problem.value ?? stored);
  const former = formerAsked(status, person);
  if (former) return <FormerQuestion store={store} former={former} onLeave={onLeave} />;
  const signIn = () => void request.follow(signInTo(store, server));
  const canSignIn = isEntry || active === null;
  return (
    <div class="account stack full">
      {active && !isEntry && (
        <ActiveAccount
          account={active}
          isNew={false}
          isBusy={request.isBusy.value}
          isSigningIn={false}
          onSignInAgain={signIn}
          onLeave={setTo(isLeaving, true)}
        />
      )}
      {problem && <ProblemNote problem={problem} />}
      {canSignIn && !problem && <p role="status">{t('doctorLooking')}</p>}
      {canSignIn && problem && (
        <p>
          <Button look="primary" isDisabled={request.isBusy.value} onClick={signIn}>
            {t('signInDo')}
          </Button>
        </p>
      )}
      {!isEntry && (
        <p>
          <a href={profilePage(server)}>{t('signInTokenPage')}</a>
        </p>
      )}
      {active && offerExport && (
        <FormerLibraries
          store={store}
          accounts={formerAccounts(active, status.accounts)}
          offerExport={offerExport}
        />
      )}
      {active && offerExport && isLeaving.value && (
        <SignOutDialog
          store={store}
          account={active}
          offerExport={offerExport}
          isShared
          isDecided={onStay !== undefined}
          onClose={() => {
            isLeaving.value = false;
            onStay?.();
          }}
          onDone={setTo(isLeaving, false)}
        />
      )}
    </div>
  );
}

/** Leaves the page for that of the server. */
async function signInTo(store: AccountStore, server: string): Promise<RequestResult> {
  const found = await store.findServer(server, '');
  return found.ok && found.value === null ? store.signIn({ way: 'code' }) : found;
}

/** Why the last sign-in has failed; null if it has not. */
function signInProblemOf({ signIn }: AccountStatus) {
  const problem = signIn && 'problem' in signIn ? signIn.problem : null;
  return problem && accountProblemText(problem);
}

/** Returns the account from before about which the sign-in of this person asks. */
function formerAsked({ signIn, accounts }: AccountStatus, person: string | null | undefined) {
  const asks = signIn?.kind === 'checking' ? signIn.asks : null;
  if (asks === null || asks.userId !== person) return null;
  return accounts.find(({ id }) => id === asks.former) ?? null;
}
