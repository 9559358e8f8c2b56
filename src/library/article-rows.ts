import type { Article } from '../domain';
import type { Revision } from './repository';
import type { ArticleRow, RevisionRow } from './rows';
import { unpackText } from './stored-text';

/** The article of a row, its body unpacked. Not inside a transaction. */
export async function toArticle(row: ArticleRow): Promise<Article> {
  const { bookmarkId, body, textLength, images, report, capturedAt } = row;
  return { bookmarkId, html: await unpackText(body), textLength, images, report, capturedAt };
}

/** The revision of a row, its body unpacked. Not inside a transaction. */
export async function toRevision(row: RevisionRow): Promise<Revision> {
  const { id, bookmarkId, replacedAt } = row;
  return { id, bookmarkId, replacedAt, article: await toArticle(row) };
}
