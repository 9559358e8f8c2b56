import { fold } from '../../../src/query';
import { insertStatement } from '../insert-statement';
import type { BookmarkLabelTable } from '../schema/bookmark-tables';
import type { Unit } from '../session';
import type { BookmarkRow } from './bookmark';

const insert = insertStatement<BookmarkLabelTable>('bookmark_labels');

/** Brings the table of labels in line with `row`, which had `before`. */
export async function writeLabels(
  unit: Unit,
  { key, userId, labels }: BookmarkRow,
  before: readonly string[],
): Promise<void> {
  const gone = before.filter((label) => !labels.includes(label));
  if (gone.length > 0) {
    await unit.db
      .deleteFrom('bookmark_labels')
      .where('bookmark_key', '=', key)
      .where('label', 'in', gone)
      .execute();
  }
  for (const label of labels) {
    if (before.includes(label)) continue;
    await insert(unit, { user_id: userId, bookmark_key: key, label, folded: fold(label) });
  }
}
