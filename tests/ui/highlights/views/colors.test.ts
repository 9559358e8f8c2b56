import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SHOWN_COLORS } from '../../../../src/domain/highlight';
import { LABEL_COLORS } from '../../../../src/domain/label-tree';

const read = (path: string) => readFileSync(`src/${path}`, 'utf8');

describe('The style sheets', () => {
  it('have a rule for each colour of a highlight, also without colours', () => {
    const [coloured = '', forced = ''] = read('ui/highlights/views/highlights.css').split('@media');
    const missing = (rules: string) =>
      SHOWN_COLORS.filter((color) => !rules.includes(`::highlight(leafmark-${color})`));
    expect({ coloured: missing(coloured), forced: missing(forced) }).toEqual({
      coloured: [],
      forced: [],
    });
  });

  it('have a value for each colour of a label', () => {
    const tokens = read('theme/tokens.css');
    expect(LABEL_COLORS.filter((color) => !tokens.includes(`--label-${color}:`))).toEqual([]);
  });
});
