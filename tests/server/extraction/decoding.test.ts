import { describe, expect, it } from 'vitest';
import { fitted } from '../../../server/extraction/images/stored-image';
import { picture } from '../support/pictures';

describe('the pictures that are decoded', () => {
  it('of one user do not delay those of another', async () => {
    const bytes = await picture('webp', 1600, 900);
    const done: string[] = [];
    const decode = (user: string) =>
      fitted({ bytes }, { width: 100 }, { user, lane: 'background' }).then(() => done.push(user));
    const all = Array.from({ length: 10 }, () => decode('ada'));
    await Promise.all([...all, decode('bob')]);
    expect(done.indexOf('bob')).toBeLessThan(5);
  });

  it('are not decoded when their time was over before their turn', async () => {
    const bytes = await picture('webp', 1600, 900);
    const clock = new AbortController();
    const turn = { user: 'ada', lane: 'background' } as const;
    const first = fitted({ bytes }, { width: 100 }, turn);
    const second = fitted({ bytes }, { width: 100 }, { ...turn, signal: clock.signal });
    clock.abort(new Error('over'));
    await expect(second).rejects.toThrow('over');
    await first;
  });
});
