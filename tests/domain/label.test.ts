import { describe, expect, it } from 'vitest';
import { LABEL_MAX_LENGTH, labelKey, normalLabel, normalLabels } from '../../src/domain/label';
import { labelTree } from '../../src/domain/label-tree';

describe('normalLabel', () => {
  it.each([
    ['  To   Read ', 'To Read'],
    ['to\tread\nsoon\0', 'to read soon'],
    ['cafe\u0301', 'café'],
    ['dev/web', 'dev/web'],
    ['読む', '読む'],
    ['', null],
    [' \u00a0\n', null],
    ['\u200b', null],
    ['\u3164\u2800', null],
    ['\u202e\u2066 \u200f', null],
    ['\u200bä\u200b', '\u200bä\u200b'],
    ['❤\ufe0f', '❤\ufe0f'],
  ])('converts %j to %j', (text, label) => {
    expect(normalLabel(text)).toBe(label);
  });

  it('truncates a long label between characters', () => {
    expect(normalLabel('🌿'.repeat(2000))).toBe('🌿'.repeat(LABEL_MAX_LENGTH));
  });

  it('keeps a label of 1,024 characters, which servers accept', () => {
    expect(normalLabel('a'.repeat(1024))).toBe('a'.repeat(1024));
  });

  it('leaves no space at the end of a truncated label', () => {
    expect(normalLabel(`${'a'.repeat(LABEL_MAX_LENGTH - 1)} b`)).toBe(
      'a'.repeat(LABEL_MAX_LENGTH - 1),
    );
  });
});

describe('normalLabels', () => {
  it('keeps the first spelling and the order', () => {
    expect(normalLabels(['Work', ' work ', '', 'ÉTÉ', 'été', 'Home'])).toEqual([
      'Work',
      'ÉTÉ',
      'Home',
    ]);
  });
});

describe('labelKey', () => {
  it('is equal for labels that differ in case or composition only', () => {
    expect(labelKey('Cafe\u0301')).toBe(labelKey('CAFÉ'));
    expect(labelKey('cafe')).not.toBe(labelKey('café'));
  });
});

describe('labels as a tree', () => {
  const tree = (...names: readonly string[]) =>
    labelTree(names.map((name) => ({ name, count: 1 }))).map(
      ({ text, depth, count }) => `${'  '.repeat(depth)}${text}${count === null ? ' (none)' : ''}`,
    );

  it('has each label above those below it, also one that no bookmark has', () => {
    expect(tree('work', 'work a', 'work/new', 'zoo/cat')).toEqual([
      ...['work', '  new', 'work a', 'zoo (none)', '  cat'],
    ]);
  });

  it('does not divide names with empty parts or with spaces beside a slash', () => {
    const names = ['/', '//"', 'a//b', '/a', 'a/', 'a / b'];
    expect(tree(...names)).toEqual(names);
  });

  it('has at most nine levels, however many slashes there are', () => {
    const nodes = labelTree([{ name: 'a/'.repeat(500).slice(0, -1), count: 1 }]);
    expect(nodes).toHaveLength(9);
    expect(nodes.at(-1)?.text).toMatch(/^(a\/)+a$/);
  });
});
