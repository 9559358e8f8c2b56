import { describe, expect, it } from 'vitest';
import { applyChoices } from '../../../src/formats';
import { entry } from './run';

describe('the choices for all bookmarks of an import', () => {
  const one = entry({ url: 'https://example.org/', labels: ['a'], readProgress: 40 });
  const none = { label: '', isArchived: false, isRead: false };

  it.each([
    ['change nothing by default', none, {}],
    ['add a label', { ...none, label: 'b' }, { labels: ['a', 'b'] }],
    ['add a label only once', { ...none, label: 'a' }, {}],
    [
      'archive the bookmark and mark it as read',
      { ...none, isArchived: true },
      { isArchived: true, readProgress: 100 },
    ],
    ['mark the bookmark as read', { ...none, isRead: true }, { readProgress: 100 }],
  ])('%s', (_, choices, change) => {
    expect(applyChoices(one, choices)).toEqual({ ...one, ...change });
  });
});
