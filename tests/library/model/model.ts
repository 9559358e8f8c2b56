import type { Capture } from '../../../src/capture/capture';
import { isMuchShorter } from '../../../src/domain/article';
import type { BookmarkPatch } from '../../../src/domain/bookmark';
import { countWords } from '../../../src/domain/reading-time';
import { DEFAULT_RETENTION, keptSince } from '../../../src/domain/retention';
import { DAY_MS } from '../../../src/domain/time';

/** The visible state of a bookmark. */
export interface ModelBookmark {
  title: string;
  /** The title of the page. With `isTitleEdited` a person has replaced it. */
  pageTitle: string;
  isTitleEdited: boolean;
  labels: string[];
  isFavourite: boolean;
  isArchived: boolean;
  readProgress: number;
  /** The selected texts, in the order in which they were saved. */
  excerpt: string;
  /** Null means that only the address is kept. */
  html: string | null;
  trashedAt: number | null;
}

/** The expected bookmarks of a library, by address. */
export type Model = Map<string, ModelBookmark>;

export function saveInModel(model: Model, url: string, capture: Capture | null, tabTitle: string) {
  const html = capture?.article?.html ?? null;
  const title = capture?.metadata.title ?? tabTitle;
  const excerpt = capture?.excerpt ?? '';
  const known = model.get(url);
  if (known === undefined) {
    model.set(url, {
      title,
      pageTitle: title,
      isTitleEdited: false,
      excerpt,
      html,
      trashedAt: null,
      labels: [],
      isFavourite: false,
      isArchived: false,
      readProgress: 0,
    });
    return;
  }
  known.trashedAt = null;
  if (!known.excerpt.includes(excerpt)) {
    known.excerpt = known.excerpt === '' ? excerpt : `${known.excerpt}\n\n${excerpt}`;
  }
  if (known.html === null && html !== null) fill(known, html, title);
}

export function recaptureInModel(known: ModelBookmark, { article, metadata }: Capture): boolean {
  if (article === null) return false;
  const words = countWords((known.html ?? '').replace(/<[^>]*>/g, ' '), 'en');
  if (!isMuchShorter(article.wordCount, words)) fill(known, article.html, metadata.title);
  return true;
}

function fill(known: ModelBookmark, html: string, title: string): void {
  known.html = html;
  known.pageTitle = title;
  if (!known.isTitleEdited) known.title = title;
}

export function editInModel(known: ModelBookmark, url: string, patch: BookmarkPatch): void {
  const title = patch.title === undefined ? known.title : patch.title || url;
  if (title !== known.title) {
    known.title = title;
    known.isTitleEdited = known.title !== known.pageTitle;
  }
  known.isFavourite = patch.isFavourite ?? known.isFavourite;
  known.isArchived = patch.isArchived ?? known.isArchived;
  known.readProgress = patch.readProgress ?? known.readProgress;
  const kept = known.labels.filter((label) => !patch.removeLabels?.includes(label));
  known.labels = [...new Set([...kept, ...(patch.addLabels ?? [])])];
}

export function expireInModel(model: Model, now: number): void {
  const since = keptSince(now, DEFAULT_RETENTION.trashDays);
  for (const [url, { trashedAt }] of model) {
    if (trashedAt !== null && trashedAt < since) model.delete(url);
  }
}

export const LONG_MS = 16 * DAY_MS;
