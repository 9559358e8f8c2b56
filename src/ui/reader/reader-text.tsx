import type { JSX, RefObject } from 'preact';
import type { Article } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import { keepAllImages } from '../capture/keep-all-images';
import { type PaintedArticle, paintArticle } from '../highlights/store/article-text';
import { ArticleHeader } from './article-header';
import { isPlaceholder } from './article-images';
import { ArticleView, type ShownText } from './article-view';
import type { ReaderDeps } from './reader-deps';
import type { ReadingPlace, Viewport } from './reading-place';

/** The text of an article that is shown, with its reading position. */
export type ReaderText = PaintedArticle & Pick<ShownText, 'hear'>;

interface ArticleTextProps {
  readonly deps: ReaderDeps;
  readonly bookmark: Bookmark;
  /** undefined until it has been read. */
  readonly article: Article | null | undefined;
  /** null while it is read, and if it has no text. */
  readonly readable: Article | null;
  readonly page: RefObject<HTMLElement | null>;
  readonly titleId: string;
  readonly viewport: Viewport;
  readonly isCleaning: boolean;
  readonly savePlace: (place: ReadingPlace) => Promise<void>;
  readonly onProgress: (percent: number) => void;
  readonly onText: (text: ReaderText | null) => void;
}

/** The header of an article and its text, if it has one. */
export function ArticleText(props: ArticleTextProps): JSX.Element {
  const { deps, bookmark, article, readable, titleId, viewport, onText } = props;
  const { assets } = deps.library;
  const { capturing } = deps;
  return (
    <article
      class="reader-text"
      ref={props.page}
      lang={bookmark.lang || undefined}
      dir={bookmark.textDirection ?? 'auto'}
      aria-labelledby={titleId}
      data-empty={article !== undefined && readable === null}
      data-cleaning={props.isCleaning}
    >
      <ArticleHeader
        bookmark={bookmark}
        titleId={titleId}
        hasLead={
          article !== undefined && !article?.images.some(({ hash }) => hash === bookmark.image)
        }
        assets={assets}
      />
      {readable && (
        <ArticleView
          article={readable}
          bookmark={bookmark}
          assets={assets}
          viewport={viewport}
          save={(place) => void props.savePlace(place)}
          onProgress={props.onProgress}
          onKeepImages={
            capturing && (() => void keepAllImages({ ...deps, ...capturing }, bookmark.id))
          }
          onText={(shown) =>
            onText(shown && { ...paintArticle(shown.root, isPlaceholder), hear: shown.hear })
          }
        />
      )}
    </article>
  );
}
