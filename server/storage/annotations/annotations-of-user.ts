import type { Page } from '../../../src/contract';
import type { UserId } from '../ids';
import type { Listed } from '../rows';
import type { Session } from '../session';
import type { AnnotationInLibrary } from './annotation';
import { toAnnotation } from './columns';

/** One page of all annotations of a user, newest first, with their bookmarks. */
export async function listAll(
  { db }: Session,
  userId: UserId,
  { limit, offset }: Page,
): Promise<Listed<AnnotationInLibrary>> {
  const { total } = await db
    .selectFrom('annotations')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('annotations as a')
    .innerJoin('bookmarks as b', 'b.key', 'a.bookmark_key')
    .selectAll('a')
    .select(['b.id as bookmark_id', 'b.url', 'b.title', 'b.site_name'])
    .where('a.user_id', '=', userId)
    .orderBy('a.created', 'desc')
    .orderBy('a.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    total,
    rows: rows.map((row) => ({
      ...toAnnotation(row),
      bookmark: {
        id: row.bookmark_id,
        url: row.url,
        title: row.title,
        siteName: row.site_name,
      },
    })),
  };
}
