import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Article, Bookmark } from '../../domain';
import { type MountArticleOptions, type MountedArticle, mountArticle } from './mount-article';

interface ArticleViewProps extends Omit<MountArticleOptions, 'article' | 'bookmark'> {
  readonly article: Article;
  readonly bookmark: Bookmark;
}

/** Characters. A longer text is laid out as it comes into view (reader.css). */
const LONG_TEXT_LENGTH = 500_000;

/** The article's text. It is built once; images that come later are put in their places. */
export function ArticleView(props: ArticleViewProps): JSX.Element {
  const { article, bookmark } = props;
  const root = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedArticle | null>(null);
  const latest = useRef(props);
  latest.current = props;

  // For a new text only: when a place or an image is kept, what is read must not start anew.
  useLayoutEffect(() => {
    if (!root.current) return;
    const article = mountArticle(root.current, latest.current);
    mounted.current = article;
    return () => article.dispose();
  }, [article.html, bookmark.id]);

  useEffect(() => {
    void mounted.current?.updateImages(article.images);
  }, [article.images]);

  return <div class="article" data-long={article.textLength > LONG_TEXT_LENGTH} ref={root} />;
}
