/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import { isAddedFile, sourceNameOf } from '../../src/domain/added-file';
import { normalLanguage } from '../../src/domain/language';
import type { UnixMs } from '../../src/domain/time';
import { headingOf } from '../../src/formats';
import type { BaseAddress } from '../http/base-address';
import type { BookmarkRow } from '../storage';
import { Layout } from './layout';
import { pageText } from './text';

interface SharedArticleProps {
  readonly base: BaseAddress;
  readonly bookmark: BookmarkRow;
  /** The article as markup from `articleMarkup`; empty when there is no text. */
  readonly markup: string;
  /** The address of the image above the text, on this server; null when there is none. */
  readonly lead: string | null;
  /** null when the link has no end. */
  readonly expires: UnixMs | null;
}

const DAY_FORMAT = new Intl.DateTimeFormat(pageText('language'), {
  dateStyle: 'long',
  timeZone: 'UTC',
});
const MOMENT = new Intl.DateTimeFormat(pageText('language'), {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Renders the page of a share link: the article, without labels, notes or the name of the owner. */
export const sharedArticle = (props: SharedArticleProps) => <SharedArticle {...props} />;

function SharedArticle({ base, bookmark, markup, lead, expires }: SharedArticleProps) {
  const { description } = bookmark;
  return (
    <Layout base={base} title={headingOf(bookmark)} visitor={null} width="reading">
      <article {...languageAttributesOf(bookmark)}>
        <header class="article-header stack gap-2">
          <h1>{headingOf(bookmark)}</h1>
          <Source bookmark={bookmark} />
        </header>
        {lead !== null && <img class="article-lead" src={lead} alt="" />}
        {markup === '' && description !== '' && <p>{description}</p>}
        {markup !== '' && <div class="article">{raw(markup)}</div>}
      </article>
      <footer class="hint">
        <p>
          {expires === null ? pageText('shared') : pageText('sharedUntil', MOMENT.format(expires))}
        </p>
      </footer>
    </Layout>
  );
}

/** The origin of the article: a link to the page, or the name of a file, the authors and the date. */
function Source({ bookmark }: Pick<SharedArticleProps, 'bookmark'>) {
  const { url, siteName, site, authors, published } = bookmark;
  const name = siteName || site || sourceNameOf(url);
  const details = [...authors, ...(published === null ? [] : [DAY_FORMAT.format(published)])];
  return (
    <p class="hint">
      {isAddedFile(url) ? (
        <bdi>{name}</bdi>
      ) : (
        <a href={url} rel="noopener noreferrer">
          {name}
        </a>
      )}
      {details.map((text) => (
        <>
          {' · '}
          <bdi>{text}</bdi>
        </>
      ))}
    </p>
  );
}

function languageAttributesOf({ lang, textDirection }: BookmarkRow): {
  lang?: string;
  dir?: 'ltr' | 'rtl';
} {
  const language = normalLanguage(lang);
  return {
    ...(language !== '' && { lang: language }),
    ...(textDirection !== null && { dir: textDirection }),
  };
}
