import cloudIcon from 'lucide-static/icons/cloud-download.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Bookmark } from '../../domain';
import type { Background } from '../background';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { ARTICLE_STOPS } from '../sentences';
import { t } from '../strings';
import { OriginalLink } from './original-link';

interface ArticleOnServerProps {
  readonly bookmark: Bookmark;
  readonly background: Pick<Background, 'fetchArticle'>;
}

type Failure = (typeof ARTICLE_STOPS)[keyof typeof ARTICLE_STOPS];

/** The article is on the server: it is fetched, and takes this place once it is here. */
export function ArticleOnServer({ bookmark, background }: ArticleOnServerProps): JSX.Element {
  const { id } = bookmark;
  const [turn, setTurn] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const tryAgain = () => setTurn((last) => last + 1);
  useEffect(() => {
    const shown = new AbortController();
    const { signal } = shown;
    setFailure(null);
    void background.fetchArticle(id).then((fetched) => {
      const answer = fetched.ok ? fetched.value : 'failed';
      // When it went well the library tells the rest, and another view is here.
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
          <OriginalLink bookmark={bookmark} look="quiet" />
        </p>
      )}
    </section>
  );
}
