import { useSignal } from '@preact/signals';
import mailIcon from 'lucide-static/icons/mail.svg?icon';
import shareIcon from 'lucide-static/icons/share-2.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { sourceNameOf } from '../../domain/added-file';
import { type Bookmark, openableUrl } from '../../domain/bookmark';
import {
  SHARE_LIFETIMES,
  type ShareEmail,
  type ShareLifetime,
  type ShareLink,
  type ShareServer,
} from '../../domain/share';
import type { Background } from '../../messages/background-client';
import { Button } from '../components/button';
import { ChoiceCards, type NamedChoice, named } from '../components/choice-cards';
import { CopyButton } from '../components/copy-button';
import { deferred } from '../components/deferred';
import { Dialog } from '../components/dialog';
import { Icon } from '../components/icon';
import { into } from '../components/signals';
import { typedInto } from '../components/use-store';
import { BACKGROUND_FAILURES } from '../messages';
import { type PlainKey, t } from '../strings';
import { shareSheetFor } from './share-sheet';
import { failureText, linkEndText } from './share-text';
import type { SharedLinksRequests } from './shared-links';
import './share-dialog.css';

const SharedLinks = deferred(async () => (await import('./shared-links')).SharedLinks);

/** The requests to the server of the account. */
export type ShareRequests = Pick<
  Background,
  'shareServer' | 'shareByLink' | 'shareByEmail' | 'syncNow'
> &
  SharedLinksRequests;

interface ShareDialogProps {
  readonly bookmark: Bookmark;
  readonly background: ShareRequests;
  readonly onClose: () => void;
}

/**
 * Shares the address of a page, or with a server the saved article as a public link or by e-mail. It
 * says before each what others will see.
 */
export function ShareDialog({ bookmark, background, onClose }: ShareDialogProps): JSX.Element {
  /** undefined until the background has answered. */
  const server = useSignal<ShareServer | null | undefined>(undefined);
  /** The reason why the server did not get the page. */
  const failure = useSignal<string | null>(null);
  const sending = useRef<HTMLDivElement>(null);
  const ask = async () => {
    failure.value = null;
    const first = bookmark.serverId === null ? bookmark.id : null;
    const found = await background.shareServer({ first });
    server.value = found.ok ? found.value : null;
    if (first === null || !server.value) return;
    // It ends after the page was sent, or was not.
    await background.syncNow();
    const answer = await background.sharedLinks();
    failure.value = !answer.ok
      ? t(BACKGROUND_FAILURES[answer.error.kind])
      : answer.value.ok
        ? t('shareNotOnServer')
        : failureText(answer.value.error, { offline: 'shareOffline' });
  };
  // Once: when the server has the page, nothing more is to be sent.
  useEffect(() => void ask(), [background, bookmark.id]);
  const url = openableUrl(bookmark);
  return (
    <Dialog title={t('actionShare')} onClose={onClose}>
      <p class="stack gap-1 wrap-anywhere">
        <bdi>{bookmark.title}</bdi>
        <bdi class="hint" dir="ltr">
          {sourceNameOf(bookmark.url)}
        </bdi>
      </p>
      {url !== null && (
        <section class="share-part stack gap-2">
          <h3>{t('shareAddress')}</h3>
          <p class="hint">{t('shareAddressHint')}</p>
          <ShareButtons url={url} title={bookmark.title} copy={t('shareCopyAddress')} />
        </section>
      )}
      {server.value === null && (
        <p class="hint">
          {t('shareNoServer')} <a href="options.html">{t('signInDo')}</a>
        </p>
      )}
      {server.value && bookmark.serverId === null && (
        <div role="status" tabIndex={-1} ref={sending}>
          <p class="hint">{failure.value ?? t('shareNotSent')}</p>
          {failure.value !== null && (
            <Button
              onClick={() => {
                // The button goes away.
                sending.current?.focus();
                void ask();
              }}
            >
              {t('actionTryAgain')}
            </Button>
          )}
        </div>
      )}
      {server.value && bookmark.serverId !== null && (
        <>
          <LinkPart bookmark={bookmark} background={background} server={server.value} />
          {server.value.hasEmail && (
            <EmailPart bookmark={bookmark} background={background} server={server.value} />
          )}
        </>
      )}
      <p class="buttons">
        <Button onClick={onClose}>{t('actionClose')}</Button>
      </p>
    </Dialog>
  );
}

interface ShareButtonsProps {
  readonly url: string;
  readonly title: string;
  /** The label of the button that copies the address. */
  readonly copy: string;
}

/** Offers the share sheet of the system, where there is one, and copying. */
function ShareButtons({ url, title, copy }: ShareButtonsProps): JSX.Element {
  const open = shareSheetFor({ title, url });
  return (
    <p class="cluster">
      <CopyButton label={copy} text={url} />
      {open && (
        <Button icon={shareIcon} onClick={open}>
          {t('shareSheet')}
        </Button>
      )}
    </p>
  );
}

interface ServerPartProps extends Pick<ShareDialogProps, 'bookmark' | 'background'> {
  readonly server: ShareServer;
}

/** Creates a public link to the saved article. */
function LinkPart({ bookmark, background, server }: ServerPartProps): JSX.Element {
  const id = useId();
  const isBusy = useSignal(false);
  const link = useSignal<ShareLink | null>(null);
  const created = useSignal(0);
  const failure = useSignal<string | null>(null);
  const lifetime = useSignal<ShareLifetime>('day');
  const create = async () => {
    isBusy.value = true;
    failure.value = null;
    const shared = await background.shareByLink({ id: bookmark.id, lifetime: lifetime.value });
    isBusy.value = false;
    if (!shared.ok) failure.value = t(BACKGROUND_FAILURES[shared.error.kind]);
    else if (shared.value.ok) {
      link.value = shared.value.value;
      created.value += 1;
    } else failure.value = failureText(shared.value.error, { offline: 'shareOffline' });
  };
  return (
    <section class="share-part stack gap-2">
      <h3>{t('shareLink')}</h3>
      <p class="hint">{t('shareLinkHint', server.host)}</p>
      {link.value === null ? (
        <p class="cluster">
          <select
            class="field"
            aria-label={t('shareLifetime')}
            value={lifetime.value}
            onChange={({ currentTarget }) => {
              lifetime.value = SHARE_LIFETIMES.find((one) => one === currentTarget.value) ?? 'day';
            }}
          >
            {SHARE_LIFETIMES.map((one) => (
              <option key={one} value={one}>
                {t(LIFETIME_NAMES[one])}
              </option>
            ))}
          </select>
          <Button onClick={() => void create()} isDisabled={isBusy.value}>
            {t('shareLinkCreate')}
          </Button>
        </p>
      ) : (
        <>
          <input
            class="field"
            type="text"
            dir="ltr"
            readOnly
            aria-label={t('shareLink')}
            aria-describedby={id}
            value={link.value.url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <ShareButtons url={link.value.url} title={bookmark.title} copy={t('shareCopyLink')} />
        </>
      )}
      <p id={id} class="hint" role="status">
        {failure.value ?? (link.value && linkEndText(link.value))}
      </p>
      {/* A new link is in the list, too. */}
      <SharedLinks
        key={created.value}
        background={background}
        of={bookmark.serverId}
        onWithdrawn={(isNewest) => {
          if (isNewest) link.value = null;
        }}
      />
    </section>
  );
}

const LIFETIME_NAMES = {
  day: 'shareDay',
  week: 'shareWeek',
  month: 'shareMonth',
  never: 'shareForEver',
} as const satisfies Record<ShareLifetime, PlainKey>;

const EMAIL_FORMAT_CHOICES: readonly NamedChoice<ShareEmail['format']>[] = [
  { value: 'html', label: 'shareEmailText' },
  { value: 'epub', label: 'shareEmailBook', hint: 'shareEmailBookHint' },
];

/** Makes the server send the saved article by e-mail. */
function EmailPart({ bookmark, background, server }: ServerPartProps): JSX.Element {
  const id = useId();
  const email = useSignal('');
  const format = useSignal<ShareEmail['format']>('html');
  const isBusy = useSignal(false);
  const outcome = useSignal('');
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const message = { email: email.value.trim(), format: format.value };
    isBusy.value = true;
    outcome.value = '';
    const shared = await background.shareByEmail({ id: bookmark.id, message });
    isBusy.value = false;
    if (!shared.ok) outcome.value = t(BACKGROUND_FAILURES[shared.error.kind]);
    else if (shared.value.ok) outcome.value = t('shareEmailSent', message.email);
    else
      outcome.value = failureText(shared.value.error, {
        offline: 'shareEmailOffline',
        busy: 'shareOffline',
      });
  };
  return (
    <form class="share-part stack gap-2" onSubmit={(event) => void send(event)}>
      <h3>{t('shareEmail')}</h3>
      <p class="hint">{t('shareEmailHint', server.host)}</p>
      <label for={id}>{t('shareEmailTo')}</label>
      <input
        id={id}
        class="field"
        type="email"
        required
        maxLength={128}
        autocomplete="email"
        dir="ltr"
        value={email.value}
        onInput={typedInto(email)}
      />
      <ChoiceCards
        legend={t('shareEmailAs')}
        choices={named(EMAIL_FORMAT_CHOICES)}
        chosen={format.value}
        onChoose={into(format)}
      />
      <p class="cluster">
        <button type="submit" class="button" data-look="plain" disabled={isBusy.value}>
          <Icon shapes={mailIcon} />
          <span>{t('shareEmailSend')}</span>
        </button>
      </p>
      <p class="hint" role="status">
        {outcome.value}
      </p>
    </form>
  );
}
