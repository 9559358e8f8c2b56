import { describe, expect, it } from 'vitest';
import { addressOfFile } from '../../../../src/domain/added-file';
import { quoteAsText } from '../../../../src/ui/highlights/views/highlight-copy';

const quote = { exact: 'The harbour froze.', prefix: '', suffix: '' };
const position = { start: 1, end: 2, textLength: 3, textHash: 'x', page: 3 };
const paper = { title: 'Ice', url: addressOfFile('ab'.repeat(32), 'my ice.pdf') };

describe('the copy of a quote', () => {
  it('has the page of its document, and the name of a file from a disk', () => {
    const highlight = { quote, note: 'When?', position, isNoteOnly: false };
    expect(quoteAsText(highlight, paper)).toBe(
      '“The harbour froze.”\n\nWhen?\n\nIce · Page 3\nmy ice.pdf',
    );
  });

  it('has no page without a certain place', () => {
    const highlight = { quote, note: '', position, isNoteOnly: false, doubt: 'unsure' } as const;
    expect(quoteAsText(highlight, paper)).toBe('“The harbour froze.”\n\nIce\nmy ice.pdf');
    expect(quoteAsText({ quote, note: '' }, paper)).toBe('“The harbour froze.”\n\nIce\nmy ice.pdf');
  });
});
