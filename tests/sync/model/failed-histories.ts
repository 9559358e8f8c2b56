import { FAILED_HIGHLIGHTS } from './failed-highlights';
import { FAILED_UNDOS } from './failed-undos';
import type { History } from './history';

/** The shortest forms of histories in which a soak found a difference. */
export const FAILED_HISTORIES: readonly (readonly [name: string, history: History])[] = [
  [
    'a restored file on a device whose clock is behind, and another article there',
    {
      isReadeck: false,
      aheadMs: [-259200000, 0, 259200000],
      actions: [
        {
          kind: 'import-file',
          device: 2,
          urls: ['https://one.example/', 'https://two.example/a', 'https://two.example/a#part'],
          hasNotes: false,
        },
        { kind: 'capture-again', device: 2, url: 'https://two.example/a#part', article: 0 },
        { kind: 'restore-other', device: 0, by: 2 },
        { kind: 'capture-again', device: 0, url: 'https://two.example/a#part', article: 1 },
      ],
    },
  ],
  [
    'a highlight beside another one that has its first words, on a restored Readeck',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'save', device: 0, url: 'https://one.example/', hasArticle: true },
        { kind: 'round', device: 0, faults: [], end: null, full: null, during: null },
        { kind: 'round', device: 2, faults: [], end: null, full: null, during: null },
        {
          kind: 'add-highlight',
          device: 2,
          url: 'https://one.example/',
          text: 2,
          color: 'yellow',
          hasNote: false,
        },
        { kind: 'work' },
        { kind: 'back-up' },
        {
          kind: 'add-highlight',
          device: 0,
          url: 'https://one.example/',
          text: 1,
          color: 'green',
          hasNote: false,
        },
        { kind: 'restore-backup', answers: ['send-back', 'send-back', 'send-back'] },
      ],
    },
  ],
  [
    'a page deleted by a device, and changed by another that has no article of it',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'restore-file', device: 0 },
        { kind: 'restore-file', device: 1 },
        {
          kind: 'round',
          device: 0,
          faults: [],
          end: null,
          full: null,
          during: { method: 'POST', after: 0, action: { kind: 'other-round', by: 1, end: null } },
        },
        { kind: 'purge', device: 1, url: 'https://old.example/1' },
        { kind: 'round', device: 2, faults: [], end: null, full: null, during: null },
        { kind: 'title', device: 2, url: 'https://old.example/1' },
      ],
    },
  ],
  [
    'a highlight whose create arrives twice',
    {
      isReadeck: false,
      aheadMs: [0, -259200000, 0],
      actions: [
        { kind: 'save', device: 1, url: 'https://one.example/', hasArticle: true },
        {
          kind: 'round',
          device: 1,
          faults: [],
          end: null,
          full: null,
          during: { method: 'POST', after: 0, action: { kind: 'other-round', by: 2, end: null } },
        },
        { kind: 'work' },
        { kind: 'round', device: 0, faults: [], end: null, full: null, during: null },
        {
          kind: 'add-highlight',
          device: 0,
          url: 'https://one.example/',
          text: 2,
          color: 'yellow',
          hasNote: true,
        },
        {
          kind: 'round',
          device: 0,
          faults: ['none', 'none', 'none', 'none', 'twice'],
          end: null,
          full: null,
          during: null,
        },
      ],
    },
  ],
  [
    'a late create and another one of the same page, each of which a device wants to delete',
    {
      isReadeck: false,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'save', device: 0, url: 'https://two.example/a', hasArticle: false },
        { kind: 'round', device: 0, faults: ['broken-after'], end: null, full: null, during: null },
        { kind: 'save', device: 1, url: 'https://two.example/a#part', hasArticle: true },
        {
          kind: 'round',
          device: 0,
          faults: [],
          end: null,
          full: { from: 8, writes: 3 },
          during: { method: 'GET', after: 0, action: { kind: 'other-round', by: 1, end: null } },
        },
        {
          kind: 'round',
          device: 1,
          faults: [],
          end: null,
          full: { from: 8, writes: 1 },
          during: null,
        },
      ],
    },
  ],
  [
    'a highlight of another program in an answer of Readeck that was cut off',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'save', device: 0, url: 'https://one.example/', hasArticle: true },
        { kind: 'round', device: 0, faults: [], end: null, full: null, during: null },
        { kind: 'work' },
        { kind: 'round', device: 1, faults: [], end: null, full: null, during: null },
        { kind: 'add-highlight-on-server', url: 'https://one.example/', text: 1 },
        {
          kind: 'round',
          device: 1,
          faults: ['none', 'none', 'none', 'truncated'],
          end: null,
          full: null,
          during: null,
        },
      ],
    },
  ],
  [
    'a late create of a page that was deleted for good, and a bookmark of another program',
    {
      isReadeck: false,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'round', device: 1, faults: [], end: null, full: null, during: null },
        { kind: 'save', device: 1, url: 'https://two.example/a#part', hasArticle: false },
        { kind: 'wait', ms: 30000 },
        {
          kind: 'round',
          device: 1,
          faults: ['none', 'none', 'late', 'late', 'late'],
          end: null,
          full: null,
          during: null,
        },
        { kind: 'create-on-server', url: 'https://two.example/a' },
        { kind: 'purge', device: 1, url: 'https://two.example/a#part' },
        { kind: 'round', device: 1, faults: [], end: null, full: null, during: null },
      ],
    },
  ],
  [
    'a page deleted for good and imported again by a device whose clock is weeks ahead',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'save', device: 2, url: 'https://two.example/a', hasArticle: false },
        { kind: 'pass-weeks' },
        { kind: 'clock', device: 0, aheadMs: 3024000000 },
        { kind: 'purge', device: 0, url: 'https://two.example/a' },
        { kind: 'change-all', device: 1, change: 'archive', isUndone: false },
        {
          kind: 'import-file',
          device: 0,
          urls: ['https://two.example/a', 'https://two.example/a#part'],
          hasNotes: false,
        },
      ],
    },
  ],
  [
    'an earlier article of a page without one, at a sign-out',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'save', device: 1, url: 'https://two.example/a', hasArticle: true },
        { kind: 'sign-out', device: 1, hasSynced: true },
        { kind: 'undo-import', device: 1 },
        { kind: 'delete-on-server', url: 'https://two.example/a' },
        { kind: 'sign-out', device: 1, hasSynced: true },
      ],
    },
  ],
  [
    'a page of a file whose create had no answer, and that another device saved at the same time',
    {
      isReadeck: false,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'restore-file', device: 0 },
        { kind: 'save', device: 2, url: 'https://old.example/2', hasArticle: true },
        {
          kind: 'round',
          device: 0,
          faults: [
            'none',
            'none',
            'none',
            'reset',
            'reset',
            'reset',
            'reset',
            'reset',
            'reset',
            'reset',
            'reset',
            'reset',
            'reset',
            'reset',
            'reset',
          ],
          end: null,
          full: null,
          during: { method: 'POST', after: 0, action: { kind: 'other-round', by: 2, end: null } },
        },
      ],
    },
  ],
  [
    'a label of all pages that is removed from one',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'save', device: 2, url: 'https://one.example/', hasArticle: true },
        { kind: 'create-on-server', url: 'https://two.example/a#part' },
        { kind: 'round', device: 2, faults: [], end: null, full: null, during: null },
        { kind: 'change-all', device: 2, change: 'label', isUndone: false },
        { kind: 'unlabel', device: 2, url: 'https://two.example/a#part' },
      ],
    },
  ],
  ...FAILED_HIGHLIGHTS,
  ...FAILED_UNDOS,
];
