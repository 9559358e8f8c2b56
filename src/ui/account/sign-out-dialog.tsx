import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { SharedLink } from '../../domain/share';
import type { OnlyHere, OnlyHereKind } from '../../library';
import type { AccountCard } from '../../service';
import { Button } from '../components/button';
import { ChoiceCards, type NamedChoice, named } from '../components/choice-cards';
import { Dialog } from '../components/dialog';
import { formatNumber, type MessageKey, type PlainKey, t } from '../strings';
import { nameOfAccount, nameOfServer } from './account-cards';
import type { AccountStore } from './account-store';
import { failureText, type ProblemText } from './problem-text';
import { ProblemNote } from './use-request';

/** Offers to export the library of an account. */
export type OfferExport = (account: AccountCard) => JSX.Element;

interface SignOutDialogProps {
  readonly store: Pick<AccountStore, 'background' | 'onlyHere' | 'signOut' | 'status'>;
  readonly account: AccountCard;
  readonly offerExport: OfferExport;
  /** True where other people use the browser: a library that is kept is hidden. */
  readonly isShared?: boolean;
  /** True if nothing is asked where the server has everything, because the person has decided. */
  readonly isDecided?: boolean;
  /** True if the server was set up anew and so has nothing of the library. */
  readonly isServerAnew?: boolean;
  readonly onClose: () => void;
  /** Called after signing out. False when the server refused to revoke the token. */
  readonly onDone: (isTaken: boolean) => void;
}

/** `null` while it is loading, `unknown` when it could not be determined. */
type Listed = readonly OnlyHere[] | 'unknown' | null;

/**
 * Names what only this device has, and asks what happens to the library before signing out, or before
 * removing a signed-out account.
 */
export function SignOutDialog(props: SignOutDialogProps): JSX.Element {
  const { store, account, offerExport, isShared = false, isDecided = false } = props;
  const { isServerAnew = false, onClose, onDone } = props;
  const isSignedIn = account.signedOutAt === null;
  const listed = useSignal<Listed>(null);
  const wantsToKeep = useSignal(true);
  const isBusy = useSignal(false);
  const problem = useSignal<ProblemText | null>(null);
  const hasLinks = useSignal(false);
  const looking = useRef<Promise<void> | null>(null);
  const list = async () => {
    const answer = await store.onlyHere(account.library, isServerAnew);
    listed.value = answer.ok ? answer.value : 'unknown';
  };
  /** Looks again before a library is removed. What was saved since then is listed, and nobody agreed to it. */
  const hasGrown = async () => {
    const before = listed.value;
    await list();
    const after = listed.value;
    if (!Array.isArray(before)) return false;
    const agreed = new Map(before.map(({ kind, count }) => [kind, count]));
    return (
      after === 'unknown' ||
      (after ?? []).some(({ kind, count }) => count > (agreed.get(kind) ?? 0))
    );
  };
  // After a sign-out, nothing tells if the server still has it.
  const isAllThere = isSignedIn && listed.value !== 'unknown' && listed.value?.length === 0;
  // On a shared browser nothing of a person stays without a reason.
  const mayKeep = isSignedIn && listed.value !== null && !(isShared && isAllThere);
  const keeps = mayKeep && wantsToKeep.value;
  const canSend = isSignedIn && store.status.value?.active === account.id;

  const lookForLinks = async () => {
    const found = canSend ? await store.background.sharedLinks() : null;
    hasLinks.value = Boolean(found?.ok && found.value.ok && found.value.value.some(isOwn));
  };
  const busy = async (work: () => Promise<unknown>) => {
    isBusy.value = true;
    await work();
    isBusy.value = false;
  };
  const leave = async (isKept: boolean) => {
    if (!isKept && (await hasGrown())) return;
    // The server would refuse a request whose token ends meanwhile.
    await looking.current;
    const left = await store.signOut(account.id, isKept);
    if (left.ok) onDone(left.value);
    else problem.value = failureText(left.error);
  };
  useEffect(() => {
    looking.current = lookForLinks();
    void Promise.all([list(), looking.current]).then(() => {
      const isDone = listed.value?.length === 0 && !hasLinks.value;
      if (isDecided && isDone) void busy(() => leave(false));
    });
  }, [store, account.id]);
  const title = isSignedIn
    ? t('signOutTitle', nameOfServer(account.base))
    : t('removeTitle', nameOfAccount(account));
  return (
    <Dialog title={title} onClose={onClose}>
      <div role="status">
        {listed.value === 'unknown' && <p>{t('errorLibraryTitle')}</p>}
        {isAllThere && <p>{t('signOutAllThere')}</p>}
        {Array.isArray(listed.value) && listed.value.length > 0 && (
          <OnlyHereList list={listed.value} />
        )}
        {hasLinks.value && <p>{t('signOutLinks')}</p>}
      </div>
      {listed.value !== null && !isAllThere && (
        <div class="buttons">
          {canSend && (
            <Button
              isDisabled={isBusy.value}
              onClick={() => void busy(() => store.background.syncNow().then(list))}
            >
              {t('syncNow')}
            </Button>
          )}
          {offerExport(account)}
        </div>
      )}
      {mayKeep && <KeepOrRemove keeps={wantsToKeep} />}
      {!mayKeep && listed.value !== null && <p class="account-lost">{t('signOutRemoveHint')}</p>}
      {problem.value && <ProblemNote problem={problem.value} />}
      <p class="buttons">
        <Button onClick={onClose}>{t('actionCancel')}</Button>
        <Button
          look={keeps ? 'primary' : 'danger'}
          isDisabled={isBusy.value || listed.value === null}
          onClick={() => void busy(() => leave(keeps))}
        >
          {t(keeps ? 'accountSignOut' : isSignedIn ? 'signOutAndRemove' : 'actionRemove')}
        </Button>
      </p>
    </Dialog>
  );
}

const isOwn = (link: SharedLink): boolean => link.isOwn;

const LOSS_TEXTS = {
  unsent: 'syncWaiting',
  trash: 'optionsInTrash',
  pages: 'onlyHerePages',
  articles: 'onlyHereArticles',
  files: 'onlyHereFiles',
  highlights: 'onlyHereHighlights',
  reviews: 'onlyHereReviews',
  notes: 'onlyHereNotes',
  excerpts: 'onlyHereExcerpts',
  details: 'onlyHereDetails',
  collections: 'onlyHereCollections',
  imports: 'onlyHereImports',
  drafts: 'onlyHereDrafts',
  earlierArticles: 'onlyHereEarlierArticles',
  deletedHighlights: 'onlyHereDeletedHighlights',
  earlierValues: 'onlyHereEarlierValues',
  labelColors: 'onlyHereColors',
  siteRules: 'onlyHereRules',
  retention: 'onlyHereRetention',
  distinctPairs: 'onlyHerePairs',
  readingDays: 'onlyHereDays',
} as const satisfies Record<OnlyHereKind, MessageKey>;

/** Kinds that a bundle does not have. */
const NOT_EXPORTED: ReadonlySet<OnlyHereKind> = new Set([
  'imports',
  'earlierArticles',
  'earlierValues',
]);

function OnlyHereList({ list }: { readonly list: readonly OnlyHere[] }): JSX.Element {
  const exported = list.filter(({ kind }) => !NOT_EXPORTED.has(kind));
  const others = list.filter(({ kind }) => NOT_EXPORTED.has(kind));
  return (
    <div class="account-only-here">
      <p>{t('signOutOnlyHere')}</p>
      {exported.length > 0 && <KindList title={'signOutExported'} list={exported} />}
      {others.length > 0 && <KindList title={'signOutNotExported'} list={others} />}
    </div>
  );
}

interface KindListProps {
  readonly title: PlainKey;
  readonly list: readonly OnlyHere[];
}

function KindList({ title, list }: KindListProps): JSX.Element {
  const id = useId();
  return (
    <>
      <h3 id={id}>{t(title)}</h3>
      <ul aria-labelledby={id}>
        {list.map(({ kind, count }) => (
          <li key={kind}>{t(LOSS_TEXTS[kind], formatNumber(count))}</li>
        ))}
      </ul>
    </>
  );
}

const SIGN_OUT_CHOICES: readonly NamedChoice<'keep' | 'remove'>[] = [
  { value: 'keep', label: 'signOutKeep', hint: 'signOutKeepHint' },
  { value: 'remove', label: 'signOutRemove', hint: 'signOutRemoveHint' },
];

const KeepOrRemove = ({ keeps }: { readonly keeps: Signal<boolean> }): JSX.Element => (
  <ChoiceCards
    legend={t('signOutLibrary')}
    choices={named(SIGN_OUT_CHOICES)}
    chosen={keeps.value ? 'keep' : 'remove'}
    onChoose={(value) => {
      keeps.value = value === 'keep';
    }}
  />
);
