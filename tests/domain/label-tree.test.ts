import { describe, expect, it } from 'vitest';
import { renamesTo } from '../../src/domain/label-tree';

const renames = (names: readonly string[], chosen: readonly string[], to: string) =>
  Object.fromEntries(renamesTo(names, chosen, to).map((each) => [each.from, each.to]));

describe('the renames of labels', () => {
  it('take the labels below a renamed one along', () => {
    expect(renames(['job', 'work', 'work/new', 'workshop'], ['work'], 'job')).toEqual({
      work: 'job',
      'work/new': 'job/new',
    });
  });

  it('give each chosen label the new name, in whatever order they were chosen', () => {
    const names = ['work', 'work/review', 'work/review/old', 'work/x'];
    for (const chosen of [
      ['work', 'work/review'],
      ['work/review', 'work'],
    ]) {
      expect(renames(names, chosen, 'job')).toEqual({
        work: 'job',
        'work/review': 'job',
        'work/review/old': 'job/old',
        'work/x': 'job/x',
      });
      expect(renamesTo(names, chosen, 'job')).toHaveLength(4);
    }
  });

  it('do not move the new name and the labels below it when it is below the old one', () => {
    const names = ['work', 'work/review', 'work/review/old', 'work/x'];
    const expected = { work: 'work/review', 'work/x': 'work/review/x' };
    expect(renames(names, ['work'], 'work/review')).toEqual(expected);
    expect(renames(names, ['work'], 'Work/REVIEW')).toEqual(expected);
    expect(renames(['work', 'work/review/old'], ['work'], 'work/review')).toEqual({
      work: 'work/review',
    });
  });

  it('move the labels below a label to the one above it', () => {
    const names = ['work', 'work/review', 'work/review/old'];
    expect(renames(names, ['work/review'], 'work')).toEqual({
      'work/review': 'work',
      'work/review/old': 'work/old',
    });
  });

  it('change the case of a name also below it, and take the spelling of another label', () => {
    expect(renames(['work', 'work/x'], ['work'], 'Work')).toEqual({
      work: 'Work',
      'work/x': 'Work/x',
    });
    expect(renames(['Job', 'work', 'work/x'], ['work'], 'job')).toEqual({
      work: 'Job',
      'work/x': 'Job/x',
    });
  });
});
