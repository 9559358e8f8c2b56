import { expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { UNDO_MS, unixMs } from '../../../src/domain/time';
import { createUndoWindow } from '../../../src/extension/capture/save-page';

const [FERNS, MOSS] = ['ferns', 'moss'] as BookmarkId[] as [BookmarkId, BookmarkId];

it('counts down from each save and restarts with the next', () => {
  let now = 1_000;
  const undo = createUndoWindow(() => unixMs(now));
  expect(undo.left(FERNS)).toBe(0);
  undo.begin(FERNS);
  now += 5_000;
  undo.begin(MOSS);
  expect([undo.left(FERNS), undo.left(MOSS)]).toEqual([UNDO_MS - 5_000, UNDO_MS]);
  now += UNDO_MS - 5_000;
  expect([undo.left(FERNS), undo.left(MOSS)]).toEqual([0, 5_000]);
  undo.begin(FERNS);
  expect(undo.left(FERNS)).toBe(UNDO_MS);
});
