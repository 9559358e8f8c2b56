import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SharedLink } from '../../domain/share';
import type { Background } from '../../messages/background-client';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { setTo } from '../components/signals';
import { BACKGROUND_FAILURES } from '../messages';
import { t } from '../strings';
import { failureText, linkEndText } from './share-text';
import './shared-links.css';

export type SharedLinksRequests = Pick<Background, 'sharedLinks' | 'withdrawLink'>;

interface SharedLinksProps {
  readonly background: SharedLinksRequests;
  /** The server's id of a bookmark, to list only its links. Nothing is shown if it has none. */
  readonly of?: string | null;
  /** Called after a link was withdrawn. `isNewest` is true for the one that was created last. */
  readonly onWithdrawn?: (isNewest: boolean) => void;
}

/**
 * Lists the public links that work, each with a button to withdraw it. Shows nothing until the server
 * has answered, and with a server that cannot list them.
 */
export function SharedLinks({ background, of, onWithdrawn }: SharedLinksProps): JSX.Element | null {
  const links = useSignal<readonly SharedLink[] | null>(null);
  const isMissing = useSignal(false);
  const problem = useSignal('');
  const outcome = useSignal('');
  const asked = useSignal<SharedLink | null>(null);
  const region = useRef<HTMLElement>(null);
  const load = async () => {
    const found = await background.sharedLinks();
    problem.value = '';
    if (!found.ok) problem.value = t(BACKGROUND_FAILURES[found.error.kind]);
    else if (found.value.ok) links.value = found.value.value;
    else if (found.value.error.problem === 'not-on-server') isMissing.value = true;
    else problem.value = failureText(found.value.error, { offline: 'sharedLinksProblem' });
  };
  useEffect(() => void load(), [background]);
  const shown = links.value?.filter(({ bookmark }) => of === undefined || bookmark === of) ?? [];
  const withdraw = async ({ id }: SharedLink) => {
    asked.value = null;
    // The button of the link goes away.
    region.current?.focus();
    const ended = await background.withdrawLink({ id });
    if (!ended.ok) outcome.value = t(BACKGROUND_FAILURES[ended.error.kind]);
    else if (ended.value.ok) {
      outcome.value = t('shareWithdrawn');
      links.value = links.value?.filter((link) => link.id !== id) ?? null;
      onWithdrawn?.(shown[0]?.id === id);
    } else outcome.value = failureText(ended.value.error, { offline: 'shareWithdrawProblem' });
  };
  const isKnown = links.value !== null || problem.value !== '';
  if (isMissing.value || !isKnown) return null;
  if (of !== undefined && shown.length === 0 && problem.value === '' && outcome.value === '') {
    return null;
  }
  return (
    <section
      class="shared-links stack gap-2 full"
      tabIndex={-1}
      ref={region}
      aria-label={t('sharedLinks')}
    >
      <h3>{t('sharedLinks')}</h3>
      {problem.value !== '' && (
        <p class="line split gap-3 wrap-anywhere" role="alert">
          {problem.value} <Button onClick={() => void load()}>{t('actionTryAgain')}</Button>
        </p>
      )}
      {of === undefined && links.value !== null && (
        <p class="hint">{t(shown.length === 0 ? 'sharedLinksNone' : 'sharedLinksHint')}</p>
      )}
      <ul class="hide-empty stack gap-2">
        {shown.map((link) => (
          <li key={link.id} class="line split gap-3 wrap-anywhere">
            <span class="stack gap-0">
              {of === undefined && <bdi>{link.title}</bdi>}
              <span class="hint">{linkEndText(link)}</span>
            </span>
            <button
              type="button"
              class="button"
              data-look="plain"
              aria-label={t('shareWithdrawNamed', link.title)}
              onClick={setTo(asked, link)}
            >
              {t('shareWithdraw')}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" class="hint hide-empty">
        {outcome.value}
      </p>
      {asked.value && (
        <WithdrawDialog link={asked.value} onWithdraw={withdraw} onClose={setTo(asked, null)} />
      )}
    </section>
  );
}

interface WithdrawDialogProps {
  readonly link: SharedLink;
  readonly onWithdraw: (link: SharedLink) => Promise<void>;
  readonly onClose: () => void;
}

function WithdrawDialog({ link, onWithdraw, onClose }: WithdrawDialogProps): JSX.Element {
  return (
    <Dialog title={t('shareWithdrawTitle')} onClose={onClose}>
      <p>
        <bdi>{link.title}</bdi>
      </p>
      <p>{t('shareWithdrawText')}</p>
      <p class="buttons">
        <Button onClick={onClose}>{t('actionCancel')}</Button>
        <Button look="danger" onClick={() => void onWithdraw(link)}>
          {t('shareWithdraw')}
        </Button>
      </p>
    </Dialog>
  );
}
