import { describe, expect, it } from 'vitest';
import type { ProblemKind } from '../../../src/service';
import { accountProblemText } from '../../../src/ui/account/problem-text';
import { problem } from './fake-store';

const UNTOUCHED = 'No bookmark was changed by this, neither here nor on the server.';

describe('the text of a problem', () => {
  it.each<[ProblemKind, string, RegExp, RegExp]>([
    ['offline', '', /does not answer/, /spelling.*network/],
    ['server', '502', /a fault \(502\)/, /few minutes/],
    ['not-this-service', 'html', /not a bookmark server/, /under a path/],
    [
      'moved',
      'https://new.example',
      /redirects to another address: https:\/\/new\.example/,
      /new address of the server/,
    ],
    ['moved', '', /redirects to another address\.$/, /new address of the server/],
    ['denied', '', /Access was denied on the server's page/, /Try again/],
    ['state-differs', '', /Another sign-in was started meanwhile/, /Try again/],
    ['password-not-offered', '', /does not accept passwords/, /Create a token in your profile/],
  ])('explains %s (%s), its meaning and what to do', (kind, detail, happened, advice) => {
    const text = accountProblemText(problem(kind, detail));
    expect(text.happened).toMatch(happened);
    expect(text.meaning).toBe(UNTOUCHED);
    expect(text.advice).toMatch(advice);
    expect(text.quote).toBeNull();
  });

  it.each<ProblemKind>(['refused', 'not-granted', 'no-window', 'client-not-accepted'])(
    'quotes the server or the browser for %s',
    (kind) => {
      expect(accountProblemText(problem(kind, 'no such thing')).quote).toMatch(/no such thing/);
      expect(accountProblemText(problem(kind)).quote).toBeNull();
    },
  );

  it('has the time to wait after too many requests', () => {
    const busy = { kind: 'rate-limited', detail: '', waitMs: 29_500 } as const;
    expect(accountProblemText(busy).advice).toBe('Try again in 30 seconds.');
  });

  it('names the field of invalid input, and nothing else', () => {
    const { field, meaning } = accountProblemText(problem('empty'));
    expect({ field, meaning }).toEqual({ field: 'address', meaning: null });
  });
});
