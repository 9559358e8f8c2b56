import type { Insertable, Selectable } from 'kysely';
import { unixMs } from '../../../src/domain';
import { ownerOf } from '../ids';
import { parsedOrNull } from '../rows';
import type { AnnotationTable } from '../schema/content-tables';
import type { AnnotationRow } from './annotation';

/** The row as it is stored. */
export const toColumns = (row: AnnotationRow): Insertable<AnnotationTable> => ({
  id: row.id,
  user_id: ownerOf(row.bookmarkKey),
  bookmark_key: row.bookmarkKey,
  start_selector: row.startSelector,
  start_offset: row.startOffset,
  end_selector: row.endSelector,
  end_offset: row.endOffset,
  position: row.position,
  text: row.text,
  color: row.color,
  note: row.note,
  quote: row.quote && JSON.stringify(row.quote),
  created: row.created,
});

/** What the rest of the server knows of a row. */
export const toAnnotation = (row: Selectable<AnnotationTable>): AnnotationRow => ({
  id: row.id,
  bookmarkKey: row.bookmark_key,
  startSelector: row.start_selector,
  startOffset: row.start_offset,
  endSelector: row.end_selector,
  endOffset: row.end_offset,
  position: row.position,
  text: row.text,
  color: row.color,
  note: row.note,
  quote: parsedOrNull(row.quote),
  created: unixMs(row.created),
});
