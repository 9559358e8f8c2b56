import { describe, expect, it } from 'vitest';
import { pageOfHighlight } from '../../src/domain/highlight';

const position = { start: 1, end: 2, textLength: 3, textHash: 'x', page: 7 };

describe('the page of a highlight', () => {
  it('is that of its certain place', () => {
    expect(pageOfHighlight({ position, isNoteOnly: false })).toBe(7);
  });

  it('is unknown without a certain place', () => {
    const { page: _, ...unpaged } = position;
    expect(pageOfHighlight({ position: null, isNoteOnly: false })).toBeNull();
    expect(pageOfHighlight({ position: unpaged, isNoteOnly: false })).toBeNull();
    expect(pageOfHighlight({ position, isNoteOnly: true })).toBeNull();
    for (const doubt of ['unsure', 'detached', 'unanchored', 'unanchored-unsure'] as const) {
      expect(pageOfHighlight({ position, isNoteOnly: false, doubt })).toBeNull();
    }
  });
});
