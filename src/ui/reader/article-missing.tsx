import cloudIcon from 'lucide-static/icons/cloud-download.svg?icon';
import fileIcon from 'lucide-static/icons/file-x.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AddressOnlyReason } from '../../domain/address-only';
import type { Bookmark } from '../../domain/bookmark';
import type { Background } from '../../messages/background-client';
import { CaptureAgain } from '../capture/capture-again';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import type { ArticlesStoreDeps } from '../get-articles/articles-store';
import { GetArticle, isNeverRead } from '../get-articles/get-article';
import { ADDRESS_ONLY_TEXTS, ARTICLE_STOPS, BACKGROUND_FAILURES } from '../messages';
import { t } from '../strings';
import { OriginalLink } from './reader-toolbar';

interface ArticleMissingProps {
  readonly bookmark: Bookmark;
  /** null in the web app, which captures no pages. */
  readonly background: Pick<Background, 'captureAgain'> | null;
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
export function ArticleMissing(props: ArticleMissingProps): JSX.Element {
  const { bookmark, background, getting } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const { content } = bookmark;
  const isList = content.kind === 'address' && content.reason === 'no-article';
  const canGet = getting != null && isNeverRead(bookmark);
  const isCapturable = content.kind === 'article' || !NEVER_CAPTURED.has(content.reason);
  const capturer = isCapturable && !canGet ? background : null;
  // In the web app, an address was added here, and not saved from a tab.
  const isAdded =
    background === null && content.kind === 'address' && content.reason === 'not-open';

  return (
    <section class="article-missing">
      <Icon shapes={fileIcon} />
      <h2>{t(content.kind === 'address' ? 'readerAddressOnly' : 'readerTextLost')}</h2>
      {content.kind === 'address' && (
        <p>{t(isAdded ? 'addText' : ADDRESS_ONLY_TEXTS[content.reason])}</p>
      )}
      {capturer && <p>{t('readerHowToCapture', t(isList ? 'captureText' : 'captureAgain'))}</p>}
      <p class="article-missing-actions">
        {canGet && <GetArticle bookmark={bookmark} deps={getting} />}
        <OriginalLink bookmark={bookmark} look={canGet ? 'quiet' : 'primary'} />
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
      <p role="status">{failure}</p>
    </section>
  );
}

interface ArticleOnServerProps {
  readonly bookmark: Bookmark;
  readonly background: Pick<Background, 'fetchArticle'>;
}

type Failure = (typeof ARTICLE_STOPS)[keyof typeof ARTICLE_STOPS];

/**
 * Downloads the article from the server. The article replaces this component when it has arrived.
 */
export function ArticleOnServer({ bookmark, background }: ArticleOnServerProps): JSX.Element {
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
    <section class="article-missing" aria-busy={failure === null}>
      <Icon shapes={cloudIcon} />
      <h2>{t('readerOnServer')}</h2>
      <p role="status">{t(failure ?? 'readerFetching')}</p>
      {failure === null ? (
        <progress aria-label={t('readerFetching')} />
      ) : (
        <p class="article-missing-actions">
          <Button look="primary" onClick={tryAgain}>
            {t('actionTryAgain')}
          </Button>
          <OriginalLink bookmark={bookmark} look="plain" />
        </p>
      )}
    </section>
  );
}

/** Shown when the bookmark was deleted for good or the id is unknown. */
export function ReaderGone({ onBack }: { readonly onBack: () => void }): JSX.Element {
  return (
    <section class="article-missing">
      <Icon shapes={fileIcon} />
      <h1>{t('readerGone')}</h1>
      <p>{t('readerGoneWhy')}</p>
      <Button look="primary" onClick={onBack}>
        {t('readerBack')}
      </Button>
    </section>
  );
}
