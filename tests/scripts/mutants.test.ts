import { describe, expect, it } from 'vitest';
import { mutantsOf } from '../../scripts/mutants/operators.mjs';
import { findImporters } from '../../scripts/test/test-files.mjs';

/** Returns the sources with each fault in. */
const withFaults = (source: string) =>
  mutantsOf('planted.ts', source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  );

describe('the faults that are put into sources', () => {
  it.each([
    ['comparisons', 'a < b', ['a <= b', 'a >= b']],
    ['equality', 'a === b', ['a !== b']],
    ['logical operators', 'a ?? b', ['a && b']],
    ['arithmetic', 'a - b', ['a + b']],
    ['counting', 'a++', ['a--']],
    ['negations', 'x = !a', ['x = a']],
    ['conditions', 'a ? b : c', ['true ? b : c', 'false ? b : c']],
    ['literals', 'f = [true]', ['f = []', 'f = [false]']],
    ['methods', 'a = b.some(c)', ['a = b.every(c)']],
    ['removed methods', 'a = b.trim()', ['a = b']],
    ['removed calls', 'await a()', [';']],
    ['emptied functions', 'const f = () => { return a }', ['const f = () => {}']],
  ])('change %s', (_, source, expected) => {
    expect(withFaults(source).sort()).toEqual(expected.sort());
  });

  it('leave texts and types as they are', () => {
    expect(withFaults("import { A } from './a'; const b: A<1> = 'c' + `d`;")).toEqual([]);
  });
});

describe('the tests of a source', () => {
  it('are those that import it, the nearest first', () => {
    const testsOf = findImporters([
      'scripts/mutants.mjs',
      'scripts/test/test-files.mjs',
      'scripts/test/tiers.mjs',
      'scripts/test/vitest.mjs',
      'tests/scripts/mutants.test.ts',
    ]);
    expect(testsOf('scripts/test/test-files.mjs')).toEqual(['tests/scripts/mutants.test.ts']);
    expect(testsOf('scripts/test/tiers.mjs')).toEqual([]);
  });

  it('come first when their paths are alike', () => {
    const testsOf = findImporters([
      'src/domain/label.ts',
      'src/domain/excerpt.ts',
      'tests/domain/excerpt.test.ts',
      'tests/domain/label.test.ts',
      'tests/domain/label-tree.test.ts',
      'src/domain/label-tree.ts',
    ]);
    const [first, second] = testsOf('src/domain/label.ts');
    expect([first, second]).toEqual([
      'tests/domain/label.test.ts',
      'tests/domain/label-tree.test.ts',
    ]);
  });
});
