import { describe, expect, it } from 'vitest';
import { isAnotherLibrary, libraryChoiceIn } from '../../../src/background/account/account-summary';

const choice = (library: string | null, active: string | null) =>
  libraryChoiceIn({ library, active, accounts: [], signIn: null });

describe('the choice of the library', () => {
  it.each([undefined, null, 'x', 7, {}, { library: 5, active: {} }])(
    'has no owner when nothing valid is stored: %j',
    (status) => {
      expect(libraryChoiceIn(status)).toEqual({ name: null, owner: null, mayChange: false });
    },
  );

  it('may change during a sign-in', () => {
    const status = { library: 'b', active: 'b', signIn: { kind: 'window' } };
    expect(libraryChoiceIn(status)).toEqual({ name: 'b', owner: 'b', mayChange: true });
  });

  it.each([
    [
      'a first sign-in, which takes over the existing library',
      choice(null, null),
      choice(null, 'a'),
      false,
    ],
    ['no relevant change', choice('b', 'b'), choice('b', 'b'), false],
    ['another account', choice(null, 'a'), choice('b', 'b'), true],
    ['the first library, removed with its account', choice(null, 'a'), choice(null, null), true],
  ])('compares libraries after %s', (_, before, now, isAnother) => {
    expect(isAnotherLibrary(before, now)).toBe(isAnother);
  });
});
