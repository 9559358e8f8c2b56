import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { AccountCard } from '../../service';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { type PluralKey, plural, t } from '../strings';
import { nameOf, nameOfServer } from './account-cards';
import type { AccountStore } from './account-store';
import { failureText, type ProblemText } from './problem-text';
import { ProblemNote } from './use-request';

interface SignOutDialogProps {
  readonly store: Pick<AccountStore, 'countUnsent' | 'signOut'>;
  readonly account: AccountCard;
  readonly onClose: () => void;
  /** Called after signing out. False when the server refused to revoke the token. */
  readonly onDone: (isTaken: boolean) => void;
}

/** `null` while the number is loading, `unknown` when it could not be determined. */
type Unsent = number | 'unknown' | null;

/** Asks what happens to the library before signing out, or before removing a signed-out account. */
export function SignOutDialog(props: SignOutDialogProps): JSX.Element {
  const { store, account, onClose, onDone } = props;
  const isSignedIn = account.signedOutAt === null;
  const unsent = useSignal<Unsent>(null);
  const keeps = useSignal(isSignedIn);
  const isBusy = useSignal(false);
  const problem = useSignal<ProblemText | null>(null);
  useEffect(() => {
    void store.countUnsent(account.id).then((counted) => {
      unsent.value = counted.ok ? counted.value : 'unknown';
    });
  }, [store, account.id, unsent]);

  const leave = async () => {
    isBusy.value = true;
    const left = await store.signOut(account.id, { keep: keeps.value });
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
      {isSignedIn && (
        <KeepOrRemove
          keeps={keeps.value}
          onChoose={(next) => {
            keeps.value = next;
          }}
        />
      )}
      {!keeps.value && <Lost unsent={unsent.value} isAlone={!isSignedIn} />}
      {problem.value && <ProblemNote problem={problem.value} />}
      <p class="buttons">
        <Button onClick={onClose}>{t('actionCancel')}</Button>
        <Button
          look={keeps.value ? 'primary' : 'danger'}
          isDisabled={isBusy.value || unsent.value === null}
          onClick={() => void leave()}
        >
          {t(keeps.value ? 'accountSignOut' : isSignedIn ? 'signOutAndRemove' : 'accountRemove')}
        </Button>
      </p>
    </Dialog>
  );
}

interface KeepOrRemoveProps {
  readonly keeps: boolean;
  readonly onChoose: (keeps: boolean) => void;
}

function KeepOrRemove({ keeps, onChoose }: KeepOrRemoveProps): JSX.Element {
  const name = useId();
  const choices = [
    { value: true, label: 'signOutKeep', hint: 'signOutKeepHint' },
    { value: false, label: 'signOutRemove', hint: 'signOutRemoveHint' },
  ] as const;
  return (
    <fieldset class="account-choice">
      <legend>{t('signOutLibrary')}</legend>
      {choices.map(({ value, label, hint }) => (
        <label key={label}>
          <input
            type="radio"
            name={name}
            checked={keeps === value}
            aria-describedby={`${name}-${label}`}
            onChange={() => onChoose(value)}
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

interface LostProps {
  readonly unsent: Unsent;
  /** True when no other text says what will be removed. */
  readonly isAlone: boolean;
}

function Lost({ unsent, isAlone }: LostProps): JSX.Element {
  return (
    <div role="status" class="account-lost">
      {isAlone && <p>{t('signOutRemoveHint')}</p>}
      {typeof unsent === 'number' && unsent > 0 && <p>{plural('signOutLost', unsent)}</p>}
    </div>
  );
}

const UNSENT: PluralKey = 'signOutUnsent';

function unsentText(unsent: Unsent): string {
  if (unsent === null) return '';
  if (unsent === 'unknown') return t('signOutUnknown');
  return unsent === 0 ? t('signOutAllSent') : plural(UNSENT, unsent);
}
