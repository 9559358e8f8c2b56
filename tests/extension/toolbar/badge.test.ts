import { describe, expect, it } from 'vitest';
import { type BadgeState, badgeOf } from '../../../src/extension/toolbar/badge';
import { i18n } from '../../support/i18n';

const GREEN = '#1b7a3d';
const GREY = '#5f6368';
const RED = '#b3261e';

const saved = (change: Partial<Extract<BadgeState, { kind: 'saved' }>>): BadgeState => ({
  kind: 'saved',
  isArchived: false,
  isAddressOnly: false,
  highlights: 0,
  ...change,
});

describe('badgeOf', () => {
  it.each<[BadgeState, string, string | null, string]>([
    [{ kind: 'attention' }, '!', RED, 'Leafmark: could not be saved'],
    [
      { kind: 'unsavable' },
      '!',
      RED,
      'Leafmark: nothing was saved, because this tab shows no web page that extensions may read',
    ],
    [{ kind: 'saving' }, '…', GREY, 'Leafmark: saving…'],
    [saved({}), '✓', GREEN, 'Leafmark: saved'],
    [saved({ isAddressOnly: true }), '✓', GREEN, 'Leafmark: only the address is saved'],
    [saved({ isArchived: true }), '✓', GREY, 'Leafmark: saved, in the archive'],
    [saved({ highlights: 3 }), '3', GREEN, 'Leafmark: saved. Highlights: 3'],
    [saved({ highlights: 100, isArchived: true }), '99+', GREY, 'Leafmark: saved. Highlights: 99+'],
    [{ kind: 'link-saved', title: 'A $1 piece' }, '✓', GREEN, 'Leafmark: link saved: A $1 piece'],
    [{ kind: 'sync-attention' }, '!', RED, 'Leafmark: sync needs your attention'],
    [{ kind: 'waiting', count: 3 }, '↑3', GREY, 'Leafmark: changes waiting to be sent: 3'],
    [{ kind: 'waiting', count: 2500 }, '↑99+', GREY, 'Leafmark: changes waiting to be sent: 99+'],
    [{ kind: 'plain' }, '', GREY, 'Leafmark'],
  ])('shows %o as %j', (state, text, colour, title) => {
    expect(badgeOf(state, i18n.t)).toEqual({ text, colour, title });
  });
});
