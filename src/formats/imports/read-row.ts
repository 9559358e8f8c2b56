import { isFailureNotice, isMissingTitle } from './failure-notice';
import type { ImportOptions } from './imported';
import { makeRow, type RawEntry } from './make-row';

/**
 * Converts a row of another program as `makeRow` does. Where that program has no title or no article, it
 * may have written the address or words of its own, which are left out.
 */
export function readRow(
  raw: RawEntry,
  row: number,
  options: ImportOptions,
): ReturnType<typeof makeRow> {
  const { title = '', html = null } = raw;
  const isTitle = title.trim() !== raw.url.trim() && !isMissingTitle(title);
  return makeRow(
    {
      ...raw,
      title: isTitle ? title : '',
      html: html !== null && isFailureNotice(html) ? null : html,
    },
    row,
    options,
  );
}
