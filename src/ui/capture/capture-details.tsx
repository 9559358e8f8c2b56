import { useSignal } from '@preact/signals';
import imagesIcon from 'lucide-static/icons/images.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Article, ArticleImage, ImageDropReason } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import type { Dispose, Library } from '../../library';
import type { ExtensionBackground } from '../../messages/background-client';
import { Button } from '../components/button';
import { into, setTo } from '../components/signals';
import { useLoaded } from '../components/use-store';
import {
  ADDRESS_ONLY_TEXTS,
  CAPTURE_WARNING_TEXTS,
  IMAGE_DROP_TEXTS,
  KIND_TEXTS,
} from '../messages';
import type { ImageAccess } from '../settings/browser-access';
import { formatNumber, plural, t } from '../strings';
import { type KeepImagesDeps, keepAllImages } from './keep-all-images';
import { Recapture, type RecaptureDeps } from './recapture';
import './capture-details.css';

interface CaptureDetailsProps extends RecaptureDeps {
  readonly toasts: KeepImagesDeps['toasts'];
  readonly bookmark: Bookmark;
  readonly library: Promise<Pick<Library, 'articles' | 'bookmarks' | 'part'>>;
  readonly background: Pick<ExtensionBackground, 'captureAgain' | 'fetchArticle' | 'fetchImages'>;
  readonly imageAccess: () => Promise<ImageAccess>;
}

/** Shows the report of a bookmark's capture, with buttons to fetch images and to capture again. */
export function CaptureDetails(props: CaptureDetailsProps): JSX.Element {
  const { bookmark, library, background, toasts } = props;
  const imageAccess = useLoaded(props.imageAccess);
  const article = useSignal<Article | null>(null);
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

  const { content } = bookmark;
  return (
    <div class="capture-details stack start">
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
      <Recapture deps={props} bookmark={bookmark} />
    </div>
  );
}

/** Shows what a capture contains and what is missing. */
export function CaptureReport({ article }: { readonly article: Article }): JSX.Element {
  const { report } = article;
  return (
    <ul class="stack gap-1">
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
    <div class="keep-images stack start gap-2">
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
