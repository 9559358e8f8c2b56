import type { ExportFormat } from '../../../src/contract';
import {
  articleTextOf,
  type ConvertedImage,
  chapterOf,
  type ExportedItem,
  htmlPageOf,
  markdownOf,
  type ToChapter,
  type ToMarkdown,
  type ToPage,
  unconvertedText,
} from '../../../src/formats';
import { weighArticleTask } from '../../articles/article-tasks';
import { type ArticleWorker, ArticleWorkFailed } from '../../articles/article-work';
import type { ArticleTaskKind, ArticleTasks } from '../../articles/do-article-task';
import { PHOTO_WIDTH } from '../../extraction/images/image-store';
import { BrokenImage, fitted } from '../../extraction/images/stored-image';
import { faultFields } from '../../ops/log';
import type { Server } from '../../server';
import type { UserId } from '../../storage';

/** Converts articles to the texts of export files. */
export interface ArticleConverter {
  readonly toMarkdown: ToMarkdown;
  readonly toChapter: ToChapter;
  readonly toPage: ToPage;
  readonly convertImage: (bytes: Uint8Array) => Promise<ConvertedImage | null>;
}

/**
 * Converts an image that EPUB readers may not support to PNG or JPEG, in the turn of a user; null when
 * it is broken.
 */
async function convertImage(bytes: Uint8Array, owner: UserId): Promise<ConvertedImage | null> {
  try {
    const box = { width: PHOTO_WIDTH };
    const turn = { user: String(owner), lane: 'interactive' } as const;
    const { bytes: converted, contentType } = await fitted({ bytes }, box, turn);
    return { bytes: converted, type: contentType === 'image/png' ? contentType : 'image/jpeg' };
  } catch (fault) {
    if (fault instanceof BrokenImage) return null;
    throw fault;
  }
}

/** Converts the articles of a user. A conversion that fails rejects with `ArticleWorkFailed`. */
export const articleConverter = (
  { articleWork }: { readonly articleWork: ArticleWorker },
  owner: UserId,
): ArticleConverter => ({
  toMarkdown: (source) => articleWork.run(owner, 'markdown', source),
  toChapter: (source) => articleWork.run(owner, 'chapter', source),
  toPage: (source) => articleWork.run(owner, 'htmlPage', source),
  convertImage: (bytes) => convertImage(bytes, owner),
});

/**
 * Converts the articles of a user for a file of many bookmarks. Each article waits until the load of
 * the user has room for it. An article that cannot be converted is replaced by a short text, so that
 * it does not break the file.
 */
export function lenientConverter(
  server: Pick<Server, 'articleWork' | 'log'>,
  owner: UserId,
): ArticleConverter {
  const converter = articleConverter({ articleWork: server.articleWork.queued }, owner);
  const { toMarkdown, toChapter, toPage, convertImage } = converter;
  return {
    convertImage,
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
        htmlPageOf({ ...source, article: unconvertedText(source.bookmark) }),
      ),
  };
}

/** Makes an item for a file of many. A short text replaces an article that can't be rendered. */
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
 * Loads the article of a bookmark that is exported by itself. A large article for an archive is
 * converted once in advance, so that the request can still be refused if the conversion fails. After
 * the archive has begun it would be too late.
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
  const source = { bookmark, article: articleTextOf(article), images: new Map<string, string>() };
  const tryOnce = async <K extends ArticleTaskKind>(kind: K, input: ArticleTasks[K]['input']) => {
    if (!weighArticleTask(kind, input).isSmall) await server.articleWork.run(owner, kind, input);
  };
  const tries: Readonly<Record<typeof format, () => Promise<void> | void>> = {
    epub: () => tryOnce('chapter', { ...source, number: 1 }),
    md: () => undefined,
    'md.zip': () => tryOnce('markdown', { ...source, hasFrontMatter: true, hasHeading: true }),
  };
  await tries[format]();
  return { bookmark, loadArticle: async () => article };
}
