import cloudIcon from 'lucide-static/icons/cloud-download.svg?icon';
import fileIcon from 'lucide-static/icons/file-x.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AddressOnlyReason } from '../../domain/address-only';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { Result } from '../../domain/result';
import { SECOND_MS } from '../../domain/time';
import { articleRequests, type Library, type LibraryError } from '../../library';
import type { Background, ExtensionBackground } from '../../messages/background-client';
import { CaptureAgain } from '../capture/capture-again';
import type { Capturing } from '../capture/keep-all-images';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { schedule } from '../components/timers';
import type { ArticlesStoreDeps, SiteAccess } from '../get-articles/articles-store';
import { GetArticle, isNeverRead } from '../get-articles/get-article';
import {
  ADDRESS_ONLY_TEXTS,
  ARTICLE_STOPS,
  BACKGROUND_FAILURES,
  LIBRARY_ERRORS,
} from '../messages';
import { type PlainKey, t } from '../strings';
import { OriginalLink } from './reader-toolbar';

/** The state of the server's reading of a page. */
interface PageReading {
  readonly isOver: boolean;
  /** When the server last changed the bookmark, as it writes it. */
  readonly updated: string;
  /** Why it could not read the page, in its own words. */
  readonly errors: readonly string[];
  /** False if it reads a page only once. */
  readonly readsAgain: boolean;
}

/** The server's part in a page without text. */
interface ReadByServer {
  /** Returns what has become of its reading of the page; null: the server does not say. */
  readonly reading: (serverId: string) => Promise<PageReading | null>;
  /** Lets the server read the page, also again. */
  readonly read: (id: BookmarkId) => Promise<Result<void, LibraryError>>;
}

interface ArticleMissingProps {
  readonly bookmark: Bookmark;
  /** null in the web app, which captures no pages. */
  readonly background: Pick<ExtensionBackground, 'captureAgain'> | null;
  readonly byServer: ReadByServer;
  /** Absent in a popup, which closes for the browser's question. */
  readonly getting?: ArticlesStoreDeps | null;
}

/**
 * Pages without text, or whose text an extension may not read. Capturing them again would not help.
 */
const NEVER_CAPTURED: ReadonlySet<AddressOnlyReason> = new Set([
  'browser-page',
  'extension-store',
  'pdf',
  'file',
  'not-html',
]);

/** Explains why there is no text and offers actions. */
function ArticleMissing(props: ArticleMissingProps): JSX.Element {
  const { bookmark, background, byServer, getting } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const { content } = bookmark;
  const isList = content.kind === 'address' && content.reason === 'no-article';
  const canGet = getting != null && isNeverRead(bookmark);
  const isCapturable = content.kind === 'article' || !NEVER_CAPTURED.has(content.reason);
  const capturer = isCapturable && !canGet ? background : null;
  const reason = content.kind === 'address' ? content.reason : null;
  const isWebApp = background === null;
  const server = bookmark.serverId !== null && reason && isReadable(reason) ? byServer : undefined;
  const [isAsked, setIsAsked] = useState(false);
  const last = useReading(server, bookmark.serverId, isAsked, () => setIsAsked(false));
  const errors = last?.errors ?? [];
  const hasTried = errors.length > 0;
  // In the extension, a person can get the article here, also before the server has tried.
  const asksServer = server !== undefined && (isWebApp || (hasTried && last?.readsAgain === true));
  const ask = async (by: ReadByServer) => {
    setFailure(null);
    setIsAsked(true);
    const asked = await by.read(bookmark.id);
    if (asked.ok) return;
    setIsAsked(false);
    setFailure(t(LIBRARY_ERRORS[asked.error.kind]));
  };

  return (
    <section class="article-missing soft">
      <Icon shapes={fileIcon} />
      <h2>{t(content.kind === 'address' ? 'readerAddressOnly' : 'readerTextLost')}</h2>
      {content.kind === 'address' && <p>{t(textOfReason(content.reason, isWebApp, hasTried))}</p>}
      {hasTried && !isAsked && (
        <p class="hint" lang="en">
          {errors.join(' ').slice(0, MAX_SHOWN_ERRORS)}
        </p>
      )}
      {capturer && <p>{t('readerHowToCapture', t(isList ? 'captureText' : 'captureAgain'))}</p>}
      <p class="article-missing-actions cluster">
        {canGet && <GetArticle bookmark={bookmark} deps={getting} />}
        {asksServer && (
          <Button
            look={canGet ? 'plain' : 'primary'}
            isDisabled={isAsked}
            onClick={() => void ask(server)}
          >
            {t(reason === 'not-included' && !canGet ? 'gettingOne' : 'actionTryAgain')}
          </Button>
        )}
        <OriginalLink bookmark={bookmark} look={canGet || asksServer ? 'quiet' : 'primary'} />
        {capturer && (
          <CaptureAgain
            bookmark={bookmark}
            background={capturer}
            // On success, the article appears by itself.
            onAnswer={(captured) =>
              setFailure(captured.ok ? null : t(BACKGROUND_FAILURES[captured.error.kind]))
            }
          />
        )}
      </p>
      <p role="status">{isAsked ? t('readerServerAsked') : failure}</p>
    </section>
  );
}

/** In UTF-16 code units. */
const MAX_SHOWN_ERRORS = 1000;

/** In the web app, an address was added here, and the server has tried to read it. */
const WEB_APP_TEXTS: Partial<Record<AddressOnlyReason, PlainKey>> = {
  'not-open': 'addText',
  failed: 'addressServerFailed',
};

function textOfReason(reason: AddressOnlyReason, isWebApp: boolean, hasTried: boolean): PlainKey {
  // That a page has no text says more than that it could not be read.
  if (hasTried && reason !== 'no-text') return 'addressServerFailed';
  return (isWebApp && WEB_APP_TEXTS[reason]) || ADDRESS_ONLY_TEXTS[reason];
}

const isReadable = (reason: AddressOnlyReason): boolean =>
  reason !== 'no-article' && !NEVER_CAPTURED.has(reason);

const FIRST_LOOK_MS = SECOND_MS;

/**
 * Returns what has become of the server's reading of the page with this id. Nobody asks without an id. Once a person
 * has asked it to read the page again, `onOver` is called when it could not. If it can, its article
 * replaces this component.
 */
function useReading(
  byServer: ReadByServer | undefined,
  serverId: string | null,
  isAsked: boolean,
  onOver: () => void,
) {
  const [last, setLast] = useState<PageReading | null>(null);
  useEffect(() => {
    if (byServer === undefined || serverId === null) return;
    let isLeft = false;
    let stop = () => {};
    let before = last?.updated;
    const look = async (waitMs: number) => {
      // Without a network the page says only that the server could not read it.
      const found = await byServer.reading(serverId).catch(() => null);
      if (isLeft) return;
      const isNews = before !== undefined && found?.isOver && found.updated !== before;
      if (isAsked && !isNews) {
        before ??= found?.updated;
        stop = schedule(() => void look(2 * waitMs), waitMs);
        return;
      }
      setLast(found);
      if (isAsked) onOver();
    };
    void look(FIRST_LOOK_MS);
    return () => {
      isLeft = true;
      stop();
    };
  }, [byServer, serverId, isAsked]);
  return last;
}

interface ArticleOnServerProps {
  readonly bookmark: Bookmark;
  readonly background: Pick<Background, 'fetchArticle'>;
}

type Failure = (typeof ARTICLE_STOPS)[keyof typeof ARTICLE_STOPS];

/**
 * Downloads the article from the server. The article replaces this component when it has arrived.
 */
function ArticleOnServer({ bookmark, background }: ArticleOnServerProps): JSX.Element {
  const { id } = bookmark;
  const [turn, setTurn] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const tryAgain = () => setTurn((last) => last + 1);
  useEffect(() => {
    const shown = new AbortController();
    const { signal } = shown;
    setFailure(null);
    void background.fetchArticle({ id }).then((fetched) => {
      const answer = fetched.ok ? fetched.value : 'failed';
      // On success, the library shows the article instead of this component.
      if (signal.aborted || answer === 'here') return;
      setFailure(ARTICLE_STOPS[answer]);
      window.addEventListener('online', tryAgain, { signal });
    });
    return () => shown.abort();
  }, [background, id, turn]);

  return (
    <section class="article-missing soft" aria-busy={failure === null}>
      <Icon shapes={cloudIcon} />
      <h2>{t('readerOnServer')}</h2>
      <p role="status">{t(failure ?? 'readerFetching')}</p>
      {failure === null ? (
        <progress aria-label={t('readerFetching')} />
      ) : (
        <p class="article-missing-actions cluster">
          <Button look="primary" onClick={tryAgain}>
            {t('actionTryAgain')}
          </Button>
          <OriginalLink bookmark={bookmark} look="plain" />
        </p>
      )}
    </section>
  );
}

interface NoTextProps {
  readonly bookmark: Bookmark;
  readonly deps: {
    readonly library: Library;
    readonly background: Background;
    /** Absent in a popup and in the web app. */
    readonly siteAccess?: SiteAccess | undefined;
    /** Absent in the web app. */
    readonly capturing?: Pick<Capturing, 'background'> | undefined;
  };
}

/** Shown instead of a text. */
export function NoText({ bookmark, deps }: NoTextProps): JSX.Element {
  const { content } = bookmark;
  const { library, background, siteAccess, capturing } = deps;
  const byServer = useMemo(
    () => ({
      reading: async (id: string) => {
        const answer = await background.pageReading({ id });
        return answer.ok ? answer.value : null;
      },
      read: async (id: BookmarkId) => {
        const asked = await library.part(articleRequests).readOnServer([id]);
        if (asked.ok) void background.libraryChanged();
        return asked;
      },
    }),
    [library, background],
  );
  const getting = useMemo(
    () => (siteAccess ? { library, background, access: siteAccess } : null),
    [library, background, siteAccess],
  );
  const isOnServer = content.kind === 'address' && content.reason === 'on-server';
  if (isOnServer) return <ArticleOnServer bookmark={bookmark} background={background} />;
  return (
    <ArticleMissing
      bookmark={bookmark}
      background={capturing?.background ?? null}
      byServer={byServer}
      getting={getting}
    />
  );
}

/** Shown when the bookmark was deleted for good or the id is unknown. */
export function ReaderGone({ onBack }: { readonly onBack: () => void }): JSX.Element {
  return (
    <section class="article-missing soft">
      <Icon shapes={fileIcon} />
      <h1>{t('readerGone')}</h1>
      <p>{t('readerGoneWhy')}</p>
      <Button look="primary" onClick={onBack}>
        {t('readerBack')}
      </Button>
    </section>
  );
}
