import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type AssetHash, type Bookmark, shownSite } from '../../domain/bookmark';
import type { Library } from '../../library';
import { formatPublished } from '../format';
import { labelStyle } from '../labels/label-style';
import { formatUnit, t } from '../strings';

interface ArticleHeaderProps {
  readonly bookmark: Bookmark;
  readonly titleId: string;
  /** False when the article contains the image, or when there is none. */
  readonly hasLead: boolean;
  readonly assets: Library['assets'];
}

/**
 * Shows title, site, authors, date, labels, the text that was selected when the page was saved, and
 * the note.
 */
export function ArticleHeader(props: ArticleHeaderProps): JSX.Element {
  const { bookmark, titleId, hasLead, assets } = props;
  const facts = factsOf(bookmark);
  return (
    <header class="reader-header">
      <p class="reader-site line">
        {bookmark.icon && <LibraryImage hash={bookmark.icon} assets={assets} class="reader-icon" />}
        {shownSite(bookmark)}
      </p>
      <h1 id={titleId} tabIndex={-1}>
        {bookmark.title}
      </h1>
      {facts.length > 0 && (
        <ul class="reader-facts cluster row-gap-1" aria-label={t('readerFacts')}>
          {facts.map((fact) => (
            <li key={fact.key}>{fact}</li>
          ))}
        </ul>
      )}
      {bookmark.labels.length > 0 && (
        <ul class="reader-labels cluster row-gap-1" aria-label={t('labelsTitle')}>
          {bookmark.labels.map((label) => (
            <li key={label} dir="auto" style={labelStyle.value?.(label)}>
              {label}
            </li>
          ))}
        </ul>
      )}
      <Quotation kind="excerpt" caption={t('readerExcerpt')} text={bookmark.excerpt} />
      <Quotation kind="note" caption={t('highlightNote')} text={bookmark.note} />
      {hasLead && bookmark.image && (
        <LibraryImage hash={bookmark.image} assets={assets} class="reader-lead" />
      )}
    </header>
  );
}

interface QuotationProps {
  readonly kind: 'excerpt' | 'note';
  readonly caption: string;
  readonly text: string;
}

function Quotation({ kind, caption, text }: QuotationProps): JSX.Element | null {
  if (text === '') return null;
  return (
    <figure class={`reader-${kind}`}>
      <figcaption lang={t('language')} dir="auto">
        {caption}
      </figcaption>
      <blockquote dir="auto">{text}</blockquote>
    </figure>
  );
}

/**
 * Each fact has its own direction: a date in our language must not be reversed in a text of another
 * direction.
 */
function factsOf(bookmark: Bookmark): JSX.Element[] {
  const { authors, published, readingTimeMinutes: minutes } = bookmark;
  const facts: JSX.Element[] = [];
  if (authors.length > 0) {
    const names = new Intl.ListFormat(languageOfBookmark(bookmark)).format(authors);
    facts.push(<bdi key="authors">{names}</bdi>);
  }
  if (published) {
    facts.push(
      <time key="published" dateTime={published} lang={t('language')} dir="auto">
        {formatPublished(published)}
      </time>,
    );
  }
  if (minutes > 0) {
    facts.push(
      <bdi key="minutes" lang={t('language')}>
        {formatUnit(minutes, 'minute')}
      </bdi>,
    );
  }
  return facts;
}

/** Returns a language tag that `Intl` accepts. Pages may name invalid ones. */
function languageOfBookmark({ lang }: Bookmark): string | undefined {
  try {
    return Intl.getCanonicalLocales(lang)[0];
  } catch {
    return undefined; // Not a language tag: the browser's own language is used.
  }
}

interface LibraryImageProps {
  readonly hash: AssetHash;
  readonly assets: Pick<Library['assets'], 'get'>;
  readonly class: string;
}

/**
 * Shows a decorative image of the library. Shows nothing until it is loaded, and nothing when it is
 * missing.
 */
function LibraryImage(props: LibraryImageProps): JSX.Element | null {
  const { hash, assets } = props;
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    let objectUrl: string | null = null;
    let isOver = false;
    void assets.get(hash).then((blob) => {
      if (!blob || isOver) return;
      objectUrl = URL.createObjectURL(blob);
      setSrc(objectUrl);
    });
    return () => {
      isOver = true;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [hash, assets]);
  return src === null ? null : <img class={props.class} src={src} alt="" />;
}
