import { useSignal } from '@preact/signals';
import imagesIcon from 'lucide-static/icons/images.svg?icon';
import againIcon from 'lucide-static/icons/refresh-cw.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Article, ArticleImage, CaptureChange, ImageDropReason } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import type { Dispose, Library } from '../../library';
import type { Background } from '../../messages/background-client';
import type { Act } from '../components/act';
import { Button } from '../components/button';
import { into, setTo } from '../components/signals';
import { useLoaded } from '../components/use-store';
import { offerPutBack, putBack } from '../earlier-articles/put-back';
import {
  ADDRESS_ONLY_TEXTS,
  BACKGROUND_FAILURES,
  CAPTURE_WARNING_TEXTS,
  IMAGE_DROP_TEXTS,
  KIND_TEXTS,
} from '../messages';
import type { ImageAccess } from '../settings/browser-access';
import { formatNumber, plural, t } from '../strings';
import { CaptureAgain, type Captured } from './capture-again';
import { type KeepImagesDeps, keepAllImages } from './keep-all-images';
import './capture-details.css';

interface CaptureDetailsProps {
  readonly act: Act;
  readonly toasts: KeepImagesDeps['toasts'];
  readonly bookmark: Bookmark;
  readonly library: Promise<Pick<Library, 'articles' | 'bookmarks' | 'part'>>;
  readonly background: Pick<Background, 'captureAgain' | 'fetchArticle' | 'fetchImages'>;
  readonly imageAccess: () => Promise<ImageAccess>;
}

/** Shows the report of a bookmark's capture, with buttons to fetch images and to capture again. */
export function CaptureDetails(props: CaptureDetailsProps): JSX.Element {
  const { bookmark, library, background, act, toasts } = props;
  const imageAccess = useLoaded(props.imageAccess);
  const article = useSignal<Article | null>(null);
  const outcome = useSignal<readonly string[]>([]);
  /** The number of a capture that was not taken, because it is too short. */
  const offered = useSignal<number | null>(null);
  const { id } = bookmark;

  useEffect(() => {
    let stop: Dispose | null = null;
    let isOver = false;
    void library.then(({ articles }) => {
      if (isOver) return;
      stop = articles.watch(id, into(article));
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [library, id, article]);

  const answer = async (captured: Captured) => {
    offered.value = captured.ok && captured.value.isTooShort ? captured.value.earlierId : null;
    outcome.value = captured.ok
      ? changeLines(captured.value)
      : [t(BACKGROUND_FAILURES[captured.error.kind])];
    if (!captured.ok || captured.value.isTooShort || captured.value.earlierId === null) return;
    const deps = { library: await library, background, act, toasts };
    await offerPutBack(deps, id, captured.value.earlierId, changeLines(captured.value).join(' '));
  };
  const take = async (earlierId: number) => {
    offered.value = null;
    outcome.value = [];
    const deps = { library: await library, background, act, toasts };
    await putBack(deps, id, earlierId, t('earlierRecaptured', bookmark.title));
  };

  const { content } = bookmark;
  return (
    <div class="capture-details">
      {content.kind === 'address' && <p>{t(ADDRESS_ONLY_TEXTS[content.reason])}</p>}
      {article.value && <CaptureReport article={article.value} />}
      {article.value && imageAccess && (
        <KeepImages
          background={background}
          imageAccess={imageAccess}
          toasts={toasts}
          article={article.value}
        />
      )}
      <div class="capture-again">
        <CaptureAgain
          bookmark={bookmark}
          background={background}
          icon={againIcon}
          onAnswer={(captured) => void answer(captured)}
        />
        <div role="status">
          {outcome.value.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {offered.value !== null && (
          <Button onClick={() => offered.value !== null && void take(offered.value)}>
            {t('captureAnyway')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows what a capture contains and what is missing. */
export function CaptureReport({ article }: { readonly article: Article }): JSX.Element {
  const { report } = article;
  return (
    <ul class="report-lines">
      <li>{plural('reportWords', report.words)}</li>
      {imageLines(article).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {report.kind && <li>{t('reportKind', t(KIND_TEXTS[report.kind]))}</li>}
      {ruleLines(report).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {report.warnings.map((warning) => (
        <li key={warning}>{t(CAPTURE_WARNING_TEXTS[warning])}</li>
      ))}
    </ul>
  );
}

interface KeepImagesProps extends KeepImagesDeps {
  readonly article: Article;
}

/** Shows *Keep all images* with its reason when the page itself could not read some images. */
function KeepImages({ article, ...deps }: KeepImagesProps): JSX.Element | null {
  const isBusy = useSignal(false);
  const dropped = droppedByReason(article.images);
  if (!dropped.has('not-readable') && !dropped.has('released')) return null;

  const keep = () => {
    isBusy.value = true;
    void keepAllImages(deps, article.bookmarkId).finally(setTo(isBusy, false));
  };
  return (
    <div class="keep-images">
      {deps.imageAccess.isAllowed.value !== true && <p class="hint">{t('optionsImagesWhy')}</p>}
      <Button icon={imagesIcon} isDisabled={isBusy.value} onClick={keep}>
        {t('imagesKeepAll')}
      </Button>
    </div>
  );
}

/** Counts the images that are not stored, by reason. */
function droppedByReason(images: readonly ArticleImage[]): ReadonlyMap<ImageDropReason, number> {
  const counts = new Map<ImageDropReason, number>();
  for (const image of images) {
    if (image.hash === null) counts.set(image.reason, (counts.get(image.reason) ?? 0) + 1);
  }
  return counts;
}

/** Describes the images of an article: the stored ones, then the missing ones with the reasons. */
function imageLines({ images }: Article): readonly string[] {
  const kept = images.filter((image) => image.hash !== null).length;
  const dropped = [...droppedByReason(images)].map(([reason, count]) =>
    t('imageCount', t(IMAGE_DROP_TEXTS[reason]), formatNumber(count)),
  );
  return [t('imagesKept', formatNumber(kept)), ...dropped];
}

/** Describes what the rules of the site did. */
function ruleLines({ rules }: Article['report']): readonly string[] {
  const lines = [
    ['reportRulesRemoved', rules?.removed ?? 0],
    ['reportRulesKept', rules?.kept ?? 0],
    ['reportRulesRefused', rules?.refused ?? 0],
  ] as const;
  return lines.flatMap(([text, count]) => (count > 0 ? [t(text, formatNumber(count))] : []));
}

/** Describes what *Capture again* changed. */
function changeLines(change: CaptureChange): readonly string[] {
  if (change.isTooShort) return [wordsLine(change), t('earlierOffer')];
  const lines: string[] = [];
  if (change.titleBefore !== null) lines.push(t('changeTitle', change.titleBefore));
  if (change.wordsBefore !== change.wordsAfter) {
    lines.push(wordsLine(change));
  }
  if (change.paragraphsAdded > 0)
    lines.push(t('changeAdded', formatNumber(change.paragraphsAdded)));
  if (change.paragraphsRemoved > 0)
    lines.push(t('changeRemoved', formatNumber(change.paragraphsRemoved)));
  if (change.imagesBefore !== change.imagesAfter) {
    const [after, before] = [change.imagesAfter, change.imagesBefore].map(formatNumber);
    lines.push(t('changeImages', after ?? '', before ?? ''));
  }
  return lines.length === 0 ? [t('captureUnchanged')] : lines;
}

const wordsLine = ({ wordsAfter, wordsBefore }: CaptureChange): string =>
  t('changeWords', formatNumber(wordsAfter), formatNumber(wordsBefore));
