import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { OnlyHere } from '../../library';
import type { AccountCard } from '../../service';
import { Button } from '../components/button';
import { setTo } from '../components/signals';
import { formatNumber, t } from '../strings';
import { AccountFacts } from './account-cards';
import type { AccountStore } from './account-store';
import { type OfferExport, SignOutDialog } from './sign-out-dialog';
import { ProblemNote, useRequest } from './use-request';

// A library from before the server was set up anew, as the web app shows it.

interface FormerQuestionProps {
  readonly store: AccountStore;
  /** The account of the person from before the server was set up anew. */
  readonly former: AccountCard;
  readonly onLeave: (() => void) | undefined;
}

/** Asks what happens to the library from before the server was set up anew. No answer deletes it. */
export function FormerQuestion({ store, former, onLeave }: FormerQuestionProps): JSX.Element {
  const id = useId();
  const request = useRequest();
  const listed = useSignal<readonly OnlyHere[]>([]);
  useEffect(() => {
    void store.onlyHere(former.library, true).then((read) => {
      if (read.ok) listed.value = read.value;
    });
  }, [store, former.id]);
  const countOf = (kind: OnlyHere['kind']) =>
    listed.value.find((each) => each.kind === kind)?.count ?? 0;
  const [pages, unsent] = [formatNumber(countOf('pages')), formatNumber(countOf('unsent'))];
  const answer = (isOpened: boolean) => () => void request.follow(store.answerFormer(isOpened));
  return (
    <section class="account stack full" aria-labelledby={id}>
      <div class="stack full">
        <h3 id={id}>{t('anewTitle')}</h3>
        <p>{t('anewHere')}</p>
        {listed.value.length > 0 && (
          <div role="status">
            <p>{t('lostMissing', pages, pages)}</p>
            <p>{t('syncWaiting', unsent)}</p>
          </div>
        )}
        {request.problem.value && <ProblemNote problem={request.problem.value} />}
        <p class="account-buttons hide-empty cluster">
          <Button look="primary" isDisabled={request.isBusy.value} onClick={answer(true)}>
            {t('lostSendBack')}
          </Button>
          <Button isDisabled={request.isBusy.value} onClick={answer(false)}>
            {t('anewStart')}
          </Button>
          {onLeave && (
            <Button look="quiet" isDisabled={request.isBusy.value} onClick={onLeave}>
              {t('accountSignOut')}
            </Button>
          )}
        </p>
        <p class="hint">{t('anewStartHint')}</p>
      </div>
    </section>
  );
}

interface FormerLibrariesProps {
  readonly store: AccountStore;
  readonly accounts: readonly AccountCard[];
  readonly offerExport: OfferExport;
}

/** Lists the libraries of the person from before the server was set up anew. */
export function FormerLibraries(props: FormerLibrariesProps): JSX.Element | null {
  const { store, accounts, offerExport } = props;
  const removed = useSignal<AccountCard | null>(null);
  const id = useId();
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby={id} class="stack full">
      <h3 id={id}>{t('anewTitle')}</h3>
      <p>{t('anewHere')}</p>
      <ul class="stack">
        {accounts.map((account) => (
          <li key={account.id} class="account-card card stack gap-4">
            <AccountFacts account={account} />
            <div class="account-buttons hide-empty cluster">
              {offerExport(account)}
              <Button onClick={setTo(removed, account)}>{t('actionRemove')}</Button>
            </div>
          </li>
        ))}
      </ul>
      {removed.value && (
        <SignOutDialog
          store={store}
          account={removed.value}
          offerExport={offerExport}
          isServerAnew
          onClose={setTo(removed, null)}
          onDone={setTo(removed, null)}
        />
      )}
    </section>
  );
}
