/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import { normalLanguage, type UnixMs } from '../../src/domain';
import { articleMarkup, headingOf } from '../../src/formats';
import { imageAddress, resourceAddress } from '../bookmarks/addresses';
import type { KeptArticle, KeptImage } from '../exporting/kept-article';
import type { BaseAddress } from '../http/base-address';
import type { BookmarkRow } from '../storage';
import { Layout } from './layout';
import { words } from './words';

interface SharedArticleProps {
  readonly base: BaseAddress;
  readonly bookmark: BookmarkRow;
  /** null: there is nothing of it to read here. */
  readonly article: KeptArticle | null;
  readonly expires: UnixMs;
}

const DAY = new Intl.DateTimeFormat(words('language'), { dateStyle: 'long', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat(words('language'), {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** What a share link shows to anybody: the article, without labels, notes, or whose it is. */
export const sharedArticle = (props: SharedArticleProps) => <SharedArticle {...props} />;

function SharedArticle({ base, bookmark, article, expires }: SharedArticleProps) {
  const { description } = bookmark;
  const addressOf = imageAddresses(base, bookmark.id, article?.images ?? []);
  const lead = article?.leadImage == null ? null : addressOf(article.leadImage);
  return (
    <Layout base={base} title={headingOf(bookmark)} visitor={null} width="reading">
      <article {...languageOf(bookmark)}>
        <header class="article-header">
          <h1>{headingOf(bookmark)}</h1>
          <Source bookmark={bookmark} />
        </header>
        {lead !== null && <img class="article-lead" src={lead} alt="" />}
        {article === null && description !== '' && <p>{description}</p>}
        {article && (
          <div class="article">{raw(articleMarkup(article.html, { imageAddress: addressOf }))}</div>
        )}
      </article>
      <footer class="hint">
        <p>{words('sharedUntil', MOMENT.format(expires))}</p>
      </footer>
    </Layout>
  );
}

/** Where it is from, with the way to the page itself; by whom, and when. */
function Source({ bookmark }: Pick<SharedArticleProps, 'bookmark'>) {
  const { url, siteName, site, authors, published } = bookmark;
  const said = [...authors, ...(published === null ? [] : [DAY.format(published)])];
  return (
    <p class="hint">
      <a href={url} rel="noopener noreferrer">
        {siteName || site || url}
      </a>
      {said.map((text) => (
        <>
          {' · '}
          <bdi>{text}</bdi>
        </>
      ))}
    </p>
  );
}

/** Where this server has the image of a `src`; null for others: they would tell who reads. */
function imageAddresses(base: BaseAddress, id: string, images: readonly KeptImage[]) {
  const addresses = new Map(
    images.map(({ src, file: { kind, name } }) => [
      src,
      kind === 'embedded' ? resourceAddress(base, id, name) : imageAddress(base, id, name),
    ]),
  );
  return (src: string): string | null => addresses.get(src) ?? null;
}

function languageOf({ lang, textDirection }: BookmarkRow): { lang?: string; dir?: 'ltr' | 'rtl' } {
  const language = normalLanguage(lang);
  return {
    ...(language !== '' && { lang: language }),
    ...(textDirection !== '' && { dir: textDirection }),
  };
}
