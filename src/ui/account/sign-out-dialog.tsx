import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { AccountCard } from '../../service';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { setTo } from '../components/signals';
import { formatNumber, t } from '../strings';
import { nameOf, nameOfServer } from './account-cards';
import type { AccountStore } from './account-store';
import { failureText, type ProblemText } from './problem-text';
import { ProblemNote } from './use-request';

interface SignOutDialogProps {
  readonly store: Pick<AccountStore, 'background' | 'signOut'>;
  readonly account: AccountCard;
  /** True where the library is removed without a choice. */
  readonly alwaysRemoves?: boolean;
  readonly onClose: () => void;
  /** Called after signing out. False when the server refused to revoke the token. */
  readonly onDone: (isTaken: boolean) => void;
}

/** `null` while the number is loading, `unknown` when it could not be determined. */
type Unsent = number | 'unknown' | null;

/** Asks what happens to the library before signing out, or before removing a signed-out account. */
export function SignOutDialog(props: SignOutDialogProps): JSX.Element {
  const { store, account, alwaysRemoves = false, onClose, onDone } = props;
  const isSignedIn = account.signedOutAt === null;
  const mayKeep = isSignedIn && !alwaysRemoves;
  const unsent = useSignal<Unsent>(null);
  const keeps = useSignal(mayKeep);
  const isBusy = useSignal(false);
  const problem = useSignal<ProblemText | null>(null);
  useEffect(() => {
    void store.background.countUnsent({ id: account.id }).then((counted) => {
      unsent.value = counted.ok ? counted.value : 'unknown';
    });
  }, [store, account.id, unsent]);

  const leave = async () => {
    isBusy.value = true;
    const left = await store.signOut(account.id, keeps.value);
    isBusy.value = false;
    if (left.ok) onDone(left.value);
    else problem.value = failureText(left.error);
  };
  const title = isSignedIn
    ? t('signOutTitle', nameOfServer(account.base))
    : t('removeTitle', nameOf(account));
  return (
    <Dialog title={title} onClose={onClose}>
      <p role="status">{unsentText(unsent.value)}</p>
      {mayKeep && <KeepOrRemove keeps={keeps} />}
      {!keeps.value && (
        <div role="status" class="account-lost">
          {!mayKeep && <p>{t('signOutRemoveHint')}</p>}
          {typeof unsent.value === 'number' && unsent.value > 0 && (
            <p>{t('signOutLost', formatNumber(unsent.value))}</p>
          )}
        </div>
      )}
      {problem.value && <ProblemNote problem={problem.value} />}
      <p class="buttons">
        <Button onClick={onClose}>{t('actionCancel')}</Button>
        <Button
          look={keeps.value ? 'primary' : 'danger'}
          isDisabled={isBusy.value || unsent.value === null}
          onClick={() => void leave()}
        >
          {t(keeps.value ? 'accountSignOut' : isSignedIn ? 'signOutAndRemove' : 'actionRemove')}
        </Button>
      </p>
    </Dialog>
  );
}

const CHOICES = [
  { isKept: true, label: 'signOutKeep', hint: 'signOutKeepHint' },
  { isKept: false, label: 'signOutRemove', hint: 'signOutRemoveHint' },
] as const;

function KeepOrRemove({ keeps }: { readonly keeps: Signal<boolean> }): JSX.Element {
  const name = useId();
  return (
    <fieldset class="account-choice">
      <legend>{t('signOutLibrary')}</legend>
      {CHOICES.map(({ isKept, label, hint }) => (
        <label key={label}>
          <input
            type="radio"
            name={name}
            checked={keeps.value === isKept}
            aria-describedby={`${name}-${label}`}
            onChange={setTo(keeps, isKept)}
          />
          <span>
            {t(label)}
            <small id={`${name}-${label}`}>{t(hint)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function unsentText(unsent: Unsent): string {
  if (unsent === null) return '';
  if (unsent === 'unknown') return t('signOutUnknown');
  return unsent === 0 ? t('signOutAllSent') : t('syncWaiting', formatNumber(unsent));
}
