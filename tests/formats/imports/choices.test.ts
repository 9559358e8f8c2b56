import { describe, expect, it } from 'vitest';
import { applyChoices } from '../../../src/formats';
import { entry } from './run';

describe('the choices for all bookmarks of an import:', () => {
  const one = entry({ url: 'https://example.org/', labels: ['a'], readProgress: 40 });
  const none = { label: '', isArchived: false, isRead: false };

  it.each([
    ['nothing', none, {}],
    ['a label', { ...none, label: 'b' }, { labels: ['a', 'b'] }],
    ['a label that it has', { ...none, label: 'a' }, {}],
    [
      'the archive, which is read',
      { ...none, isArchived: true },
      { isArchived: true, readProgress: 100 },
    ],
    ['that it is read', { ...none, isRead: true }, { readProgress: 100 }],
  ])('%s', (_, choices, change) => {
    expect(applyChoices(one, choices)).toEqual({ ...one, ...change });
  });
});
