import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarkedPart, replaceBetweenMarks, withMarks } from '../../src/formats';

const [KEY, OTHER] = ['0123456789abcdef', 'fedcba9876543210'];
const part = (markdown: string, key = KEY): MarkedPart => ({ key, markdown });
const [BEGIN, END] = [`<!-- leafmark:begin ${KEY} -->`, '<!-- leafmark:end -->'];

/** Text of a person, with pieces of marks and all kinds of line endings. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n', '\r\n', '\r', '\uFEFF', '<!--', '-->', '<!-- leafmark:', '==', '> '),
    ),
  )
  .map((pieces) => pieces.join(''));
/** The same with whole marks. */
const anyMarked = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom(BEGIN, END, BEGIN.replace(KEY, OTHER), withMarks(part('old\n'))),
    ),
  )
  .map((pieces) => pieces.join(''));

describe('the part of a file between marks', () => {
  it('is replaced, and all that is around it stays byte for byte', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, anyText, (before, after, old, next) => {
        // Pieces of both sides can be a mark together.
        fc.pre(!/<!-- leafmark:(begin|end)/.test(before + after));
        const text = before + withMarks(part(old)).trimEnd() + after;
        const replaced = replaceBetweenMarks(text, part(next));
        expect(replaced?.isAppended).toBe(false);
        expect(replaced?.text.startsWith(before)).toBe(true);
        expect(replaced?.text.endsWith(after)).toBe(true);
        const inside = replaced?.text.slice(before.length, replaced.text.length - after.length);
        expect(inside?.replaceAll('\r\n', '\n')).toBe(withMarks(part(next)).trimEnd());
      }),
    );
  });

  it('is the same when it is written again, whatever the file has', () => {
    fc.assert(
      fc.property(anyMarked, anyText, (text, markdown) => {
        const once = replaceBetweenMarks(text, part(markdown));
        if (once === null) return;
        const twice = replaceBetweenMarks(once.text, part(markdown));
        expect(twice).toEqual({ text: once.text, isAppended: false });
      }),
    );
  });

  it('follows the text of a file without marks', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, markdown) => {
        fc.pre(!/<!-- leafmark:(begin|end)/.test(text));
        const replaced = replaceBetweenMarks(text, part(markdown));
        expect(replaced?.isAppended).toBe(true);
        expect(replaced?.text.startsWith(text)).toBe(true);
      }),
    );
  });

  it.each([
    ['the end alone', END],
    ['the beginning alone', `${BEGIN}\nwords`],
    ['both in the wrong order', `${END}\n${BEGIN}`],
    ['two parts of the page', withMarks(part('one\n')).repeat(2)],
    ['one beginning too many', `${BEGIN}\n${withMarks(part('one\n'))}`],
    ['one end too many', `${withMarks(part('one\n'))}${END}`],
    ['those of another page', withMarks(part('one\n', OTHER))],
  ])('is not replaced where the marks are %s', (_, text) => {
    expect(replaceBetweenMarks(text, part('new\n'))).toBe(null);
  });

  it('is replaced beside that of another page, and in an outline', () => {
    const other = withMarks(part('theirs\n', OTHER));
    const text = `${other}- ${withMarks(part('old\n'))}\n- mine\n`;
    expect(replaceBetweenMarks(text, part('new\n'))?.text).toBe(
      `${other}- ${withMarks(part('new\n'))}\n- mine\n`,
    );
  });

  it('has the line endings of the file', () => {
    const file = replaceBetweenMarks('one\r\ntwo', part('a\nb\n'))?.text;
    expect(file?.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(replaceBetweenMarks('one\r\ntwo\n', part('a\n'))?.text).toContain(`${BEGIN}\n\na\n`);
  });

  it('cannot contain a mark, whatever a page says', () => {
    fc.assert(
      fc.property(anyMarked, (markdown) => {
        const marks = withMarks(part(markdown)).match(
          /<!-- leafmark:(begin [0-9a-f]{16}|end) -->/g,
        );
        expect(marks).toEqual([BEGIN, END]);
      }),
    );
  });

  it('is found in linear time', () => {
    const text = '<!-- leafmark:begin '.repeat(500_000) + END.repeat(100_000) + BEGIN;
    expect(replaceBetweenMarks(text, part('new\n'))).toBe(null);
    const inside = `${BEGIN}${'<!-- leafmark:'.repeat(500_000)}${END}`;
    expect(replaceBetweenMarks(inside, part('new\n'))?.text).toBe(
      withMarks(part('new\n')).trimEnd(),
    );
  });
});
