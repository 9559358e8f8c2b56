import type { CapturedArticle } from '../../capture/capture';
import type { ArticleImage } from '../../domain/article';
import type { BookmarkId } from '../../domain/bookmark';
import { err, ok } from '../../domain/result';
import type { PageStructure } from '../../domain/site-rules/page-structure';
import type { SiteRule, SiteRuleId } from '../../domain/site-rules/site-rule';
import { COUNTED_TABLES, toRow } from '../database/bookmark-rows';
import { act, type Done } from '../database/change-log';
import type { Written } from '../database/commit';
import { pageEntries } from '../database/log-entries';
import type { ArticleRow } from '../database/rows';
import { repository, type Store } from '../database/store';
import { ASSET_TABLES } from '../images/assets';
import { CHANGED_ARTICLE_TABLES, changeArticle } from '../outbox/change-article';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { changeRules } from '../site-rules/site-rules';
import { paragraphHashes } from './capture-change';
import { keepUncleaned, loggedText, textIn } from './put-text-back';
import { packStructure, packText, readStructure, unpackText } from './stored-text';

/** A change of an article by hand, with what it means for its site. */
export interface ArticleEdit {
  readonly article: CapturedArticle;
  readonly structure: PageStructure;
  /** The rule to remember; null: none. */
  readonly rule: Omit<SiteRule, 'created'> | null;
  /** A rule that does not hold any more; null: none. */
  readonly dropped: SiteRuleId | null;
}

/** The rules that an edit has changed. */
export interface ChangedRules {
  readonly added: readonly SiteRule[];
  readonly dropped: readonly SiteRule[];
}

const CLEAN_UP_TABLES = [
  ...COUNTED_TABLES,
  ...ASSET_TABLES,
  ...CHANGED_ARTICLE_TABLES,
  ...['revisions', 'siteRules'],
];

export type CleanUpRepository = ReturnType<typeof cleanUpRepository>;

/** Removing blocks from stored articles, and putting them back. */
export const cleanUpRepository = repository({
  /** Returns where the blocks of the article were in its page; null: it is not known. */
  async structure({ db }, id: BookmarkId): Promise<PageStructure | null> {
    const packed = (await db.articles.get(id))?.structure;
    return packed === undefined ? null : readStructure(await unpackText(packed));
  },

  edit: editArticle,
});

/**
 * Replaces the text of an article and remembers the rule, in one transaction. Highlights are found
 * again in the new text; those that are not in it stay without a place.
 */
async function editArticle(
  store: Store,
  id: BookmarkId,
  { article, structure, rule, dropped }: ArticleEdit,
): Written<Done<ChangedRules>> {
  const { db, now } = store;
  const { html, textLength, wordCount, readingTimeMinutes } = article;
  const [body, packed] = await Promise.all([packText(html), packStructure(structure)]);
  return act(store, CLEAN_UP_TABLES, async (log) => {
    const [row, before] = await Promise.all([db.bookmarks.get(id), db.articles.get(id)]);
    if (row === undefined || before === undefined) return err({ kind: 'not-found' });
    const after: ArticleRow = {
      ...before,
      body,
      structure: packed,
      textLength,
      wordCount,
      paragraphs: paragraphHashes(html),
      // The images of the old text stay, so that it can be restored with them.
      images: withImages(before.images, article),
    };
    const rules = await changeRules(store, { rule, dropped }, log);
    const revision = await keepUncleaned(db, before, row, now());
    const changed = toRow({
      ...row,
      wordCount,
      readingTimeMinutes,
      updated: now(),
      isOwn: true,
    });
    const change = { before: row, after: changed };
    log.add(pageEntries([change], true));
    await changeBookmarks(db, [change], now());
    const { article: written, seq } = await changeArticle(db, { id, before, after }, now());
    log.add([
      {
        table: 'texts',
        ids: [id],
        before: loggedText(before, row, {
          revision,
          text: revision === null ? textIn(before) : null,
        }),
        after: loggedText(written ?? after, changed),
        seq,
      },
    ]);
    return ok(rules);
  });
}

function withImages(
  known: readonly ArticleImage[],
  { images }: CapturedArticle,
): readonly ArticleImage[] {
  const urls = new Set(known.map(({ url }) => url));
  const others = images.filter(({ url }) => !urls.has(url));
  return [
    ...known,
    ...others.map((image) => ({ ...image, hash: null, reason: 'not-readable' as const })),
  ];
}
