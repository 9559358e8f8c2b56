import { useSignal } from '@preact/signals';
import backIcon from 'lucide-static/icons/arrow-left.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Article, type EarlierCause, isOffered } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import {
  type ComparedTexts,
  type EarlierArticle,
  earlierArticleRepository,
  type OneSide,
} from '../../library';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { Empty } from '../components/empty';
import { into } from '../components/signals';
import { formatMoment } from '../format';
import { formatNumber, type MessageKey, plural, t } from '../strings';
import { type EarlierDeps, putEarlierBack } from './put-back';
import './earlier-articles.css';

/** The texts for the actions that replaced an article, with their times. */
const CAUSES = {
  'captured-again': 'earlierRecaptured',
  'cleaned-up': 'earlierCleaned',
  joined: 'earlierJoined',
  elsewhere: 'earlierElsewhere',
  'put-back': 'earlierReplaced',
  'too-short': 'earlierTooShort',
  declined: 'earlierTooShort',
} as const satisfies Record<EarlierCause, MessageKey>;

interface EarlierArticlesProps {
  readonly deps: EarlierDeps;
  readonly bookmark: Bookmark;
  readonly onClose: () => void;
}

/** Lists the articles that were replaced, compares one with the present one, and puts it back. */
export function EarlierArticles({ deps, bookmark, onClose }: EarlierArticlesProps): JSX.Element {
  const { id: bookmarkId, title } = bookmark;
  const repository = useMemo(() => deps.library.part(earlierArticleRepository), [deps.library]);
  const articles = useSignal<readonly EarlierArticle[] | null>(null);
  const compared = useSignal<Compared | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => repository.watch(bookmarkId, into(articles)), [repository, bookmarkId, articles]);

  const compare = async (article: EarlierArticle) => {
    const texts = await repository.compare(bookmarkId, article.id);
    if (texts !== null) compared.value = { texts, article };
  };
  const choose = (article: EarlierArticle) => {
    // The message with *Undo* is below the dialog.
    onClose();
    const done = t(isOffered(article) ? 'earlierRecaptured' : 'toastRestored', title);
    void putEarlierBack(deps, bookmarkId, article.id, done);
  };
  const leaveComparison = () => {
    const id = compared.value?.article.id;
    compared.value = null;
    // The list is rendered again by then.
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-id="${id}"] button`)?.focus());
  };

  return (
    <Dialog title={t('spaceRevisions')} isWide onClose={onClose}>
      {compared.value !== null ? (
        <Comparison {...compared.value} onBack={leaveComparison} onPutBack={choose} />
      ) : articles.value?.length === 0 ? (
        <Empty title={'earlierNoneTitle'} text={'earlierNone'} />
      ) : (
        <ul class="stack gap-0" ref={list}>
          {articles.value?.map((article) => (
            <EarlierRow
              key={article.id}
              article={article}
              onCompare={() => void compare(article)}
              onPutBack={() => choose(article)}
            />
          ))}
        </ul>
      )}
      {compared.value === null && (
        <p class="buttons">
          <Button onClick={onClose}>{t('actionDone')}</Button>
        </p>
      )}
    </Dialog>
  );
}

const actionOf = (article: EarlierArticle) =>
  isOffered(article) ? 'captureAnyway' : 'actionRestore';

interface EarlierRowProps {
  readonly article: EarlierArticle;
  readonly onCompare: () => void;
  readonly onPutBack: () => void;
}

function EarlierRow({ article, onCompare, onPutBack }: EarlierRowProps): JSX.Element {
  const nameId = `earlier-${article.id}`;
  return (
    <li class="earlier-row cluster gap-4 row-gap-2" data-id={article.id}>
      <div class="earlier-facts stack gap-0 soft" id={nameId}>
        <strong>{formatMoment(article.capturedAt)}</strong>
        <span>
          {t(
            'pageFacts',
            plural('reportWords', article.wordCount),
            t(article.isCapture ? 'earlierCaptured' : 'earlierReceived'),
          )}
        </span>
        <span>{t(CAUSES[article.cause], formatMoment(article.replacedAt))}</span>
      </div>
      <div class="cluster">
        <Button describedBy={nameId} onClick={onCompare}>
          {t('earlierCompare')}
        </Button>
        <Button describedBy={nameId} onClick={onPutBack}>
          {t(actionOf(article))}
        </Button>
      </div>
    </li>
  );
}

interface Compared {
  readonly texts: ComparedTexts;
  readonly article: EarlierArticle;
}

interface ComparisonProps extends Compared {
  readonly onBack: () => void;
  readonly onPutBack: (article: EarlierArticle) => void;
}

/** Shows side by side what each of two articles has and the other has not. */
function Comparison({ texts, article, onBack, onPutBack }: ComparisonProps): JSX.Element {
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => back.current?.focus(), []);
  const { onlyEarlier, onlyPresent, isCut } = texts;
  const isSame = onlyEarlier.count + onlyPresent.count === 0;
  // An offered article is the newer one of the two.
  const [gone, added] = isOffered(article)
    ? [onlyPresent, onlyEarlier]
    : [onlyEarlier, onlyPresent];
  return (
    <>
      <p class="earlier-tools cluster">
        <Button look="quiet" icon={backIcon} buttonRef={back} onClick={onBack}>
          {t('readerBack')}
        </Button>
        <Button look="primary" onClick={() => onPutBack(article)}>
          {t(actionOf(article))}
        </Button>
      </p>
      {isSame ? (
        <p>{t('earlierSameText')}</p>
      ) : (
        <div class="earlier-sides cards">
          <Side name="changeRemoved" side={gone} isCut={isCut} />
          <Side name="changeAdded" side={added} isCut={isCut} />
        </div>
      )}
    </>
  );
}

interface SideProps {
  readonly name: 'changeRemoved' | 'changeAdded';
  readonly side: OneSide;
  readonly isCut: boolean;
}

function Side({ name, side: { paragraphs, count }, isCut }: SideProps): JSX.Element {
  return (
    <section class="earlier-side stack" data-side={name}>
      <h3>{t(name, formatNumber(count))}</h3>
      {paragraphs.map((paragraph, at) => (
        // Paragraphs repeat, and the list never changes.
        <p key={at} dir="auto">
          {paragraph}
        </p>
      ))}
      {(isCut || count > paragraphs.length) && <p>…</p>}
    </section>
  );
}

/** When an article was captured, and its length. */
const factsOf = ({ capturedAt, wordCount }: EarlierArticle): string =>
  `${formatMoment(capturedAt)} · ${plural('reportWords', wordCount)}`;

interface OfferedArticleProps {
  readonly deps: EarlierDeps;
  readonly article: Article;
  readonly onShow: () => void;
}

/** Says that a newer capture was not taken, because it has far fewer words. */
export function OfferedArticle({ deps, article, onShow }: OfferedArticleProps): JSX.Element | null {
  const repository = useMemo(() => deps.library.part(earlierArticleRepository), [deps.library]);
  const offered = useSignal<EarlierArticle | null>(null);
  const { bookmarkId } = article;
  useEffect(
    () =>
      repository.watch(bookmarkId, (articles) => {
        offered.value = articles.find(({ cause }) => cause === 'too-short') ?? null;
      }),
    [repository, bookmarkId, offered],
  );
  const { value } = offered;
  if (value === null) return null;
  return (
    <aside class="earlier-offer cluster">
      <p>
        {t('earlierOffer')} {factsOf(value)}
      </p>
      <Button onClick={onShow}>{t('spaceRevisions')}</Button>
      <Button look="quiet" onClick={() => void repository.decline(value.id)}>
        {t('actionDismiss')}
      </Button>
    </aside>
  );
}
