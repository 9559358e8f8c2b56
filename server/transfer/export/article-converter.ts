import type { ExportFormat } from '../../../src/contract';
import {
  chapterOf,
  type ExportedItem,
  markdownOf,
  pageOf,
  type ToChapter,
  type ToMarkdown,
  type ToPage,
  textOf,
  unconvertedText,
} from '../../../src/formats';
import {
  type ArticleTaskKind,
  type ArticleTasks,
  weighArticleTask,
} from '../../articles/article-tasks';
import { type ArticleWorker, ArticleWorkFailed } from '../../articles/article-work';
import { faultFields } from '../../ops/log';
import type { Server } from '../../server';
import type { UserId } from '../../storage';

/** Converts articles to the texts that files of bookmarks consist of. */
export interface ArticleConverter {
  readonly toMarkdown: ToMarkdown;
  readonly toChapter: ToChapter;
  readonly toPage: ToPage;
}

/** Converts the articles of a user. A conversion that fails rejects with `ArticleWorkFailed`. */
export const articleConverter = (
  { articleWork }: { readonly articleWork: ArticleWorker },
  owner: UserId,
): ArticleConverter => ({
  toMarkdown: (source) => articleWork.run(owner, 'markdown', source),
  toChapter: (source) => articleWork.run(owner, 'chapter', source),
  toPage: (source) => articleWork.run(owner, 'htmlPage', source),
});

/**
 * Converts the articles of a user for a file of many. Each article waits until there is room for it.
 * A line stands for an article that can't be converted, so that the others are not lost.
 */
export function lenientConverter(
  server: Pick<Server, 'articleWork' | 'log'>,
  owner: UserId,
): ArticleConverter {
  const converter = articleConverter({ articleWork: server.articleWork.queued }, owner);
  const { toMarkdown, toChapter, toPage } = converter;
  return {
    toMarkdown: (source) =>
      orInstead(server, source.bookmark, toMarkdown(source), () =>
        markdownOf({ ...source, article: unconvertedText(source.bookmark) }),
      ),
    toChapter: (source) =>
      orInstead(server, source.bookmark, toChapter(source), () =>
        chapterOf({ ...source, article: unconvertedText(source.bookmark) }),
      ),
    toPage: (source) =>
      orInstead(server, source.bookmark, toPage(source), () =>
        pageOf({ ...source, article: unconvertedText(source.bookmark) }),
      ),
  };
}

/** An item for a file of many: a line stands for an article that can't be rendered. */
export const lenientItem = (server: Pick<Server, 'log'>, item: ExportedItem): ExportedItem => ({
  ...item,
  loadArticle: () =>
    orInstead(server, item.bookmark, item.loadArticle(), () => ({
      ...unconvertedText(item.bookmark),
      images: [],
    })),
});

async function orInstead<T>(
  { log }: Pick<Server, 'log'>,
  { id }: { readonly id: string },
  made: T | Promise<T>,
  instead: () => T,
): Promise<T> {
  try {
    return await made;
  } catch (fault) {
    if (!(fault instanceof ArticleWorkFailed)) throw fault;
    log.warn('article not converted', { bookmark: id, ...faultFields(fault) });
    return instead();
  }
}

/**
 * A bookmark to be written by itself, with its article loaded. A large article that goes into an
 * archive is converted once before: when it can't be converted the request is refused, and by the
 * time of its turn the archive has begun.
 * @throws ArticleWorkFailed
 */
export async function convertibleItem(
  server: Pick<Server, 'articleWork'>,
  owner: UserId,
  format: ExportFormat,
  { bookmark, loadArticle }: ExportedItem,
): Promise<ExportedItem> {
  if (format === 'csv' || format === 'html') return { bookmark, loadArticle };
  const article = await loadArticle();
  const source = { bookmark, article: textOf(article), images: new Map<string, string>() };
  const tryOnce = async <K extends ArticleTaskKind>(kind: K, given: ArticleTasks[K]['given']) => {
    if (!weighArticleTask(kind, given).isSmall) await server.articleWork.run(owner, kind, given);
  };
  if (format === 'epub') await tryOnce('chapter', { ...source, number: 1 });
  if (format === 'md.zip') {
    await tryOnce('markdown', { ...source, hasFrontMatter: true, hasHeading: true });
  }
  return { bookmark, loadArticle: async () => article };
}
