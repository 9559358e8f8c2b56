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
    'a collection that is deleted, made again, and brought back',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'create-collection', device: 2, isShared: true },
        { kind: 'delete-collection', device: 2, isUndone: false },
        { kind: 'create-collection', device: 2, isShared: true },
        { kind: 'undo', device: 2, nth: 0 },
      ],
    },
  ],
  [
    'two articles captured again, both undone before they are sent',
    {
      isReadeck: false,
      aheadMs: [0, 0, 0],
      actions: [
        {
          kind: 'capture',
          device: 0,
          url: 'https://one.example/',
          words: 60,
          isTitled: true,
          isDescribed: true,
        },
        { kind: 'round', device: 0, faults: [], end: null, full: null, during: null },
        { kind: 'work' },
        { kind: 'round', device: 2, faults: [], end: null, full: null, during: null },
        {
          kind: 'renew',
          device: 2,
          url: 'https://one.example/',
          words: 60,
          isTitled: false,
          isDescribed: false,
        },
        {
          kind: 'renew',
          device: 2,
          url: 'https://one.example/',
          words: 300,
          isTitled: true,
          isDescribed: false,
        },
        { kind: 'undo-renew', device: 0 },
        { kind: 'undo-renew', device: 2 },
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
    'a collection that is renamed, made by another device, and named as before again',
    {
      isReadeck: false,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'round', device: 1, faults: [], end: null, full: null, during: null },
        { kind: 'create-collection', device: 1, isShared: true },
        { kind: 'edit-collection', device: 1, field: 'name' },
        {
          kind: 'round',
          device: 1,
          faults: ['stalled', 'stalled', 'stalled', 'none', 'twice'],
          end: null,
          full: null,
          during: null,
        },
        { kind: 'round', device: 0, faults: [], end: null, full: null, during: null },
        { kind: 'undo', device: 2, nth: 1 },
        { kind: 'undo', device: 1, nth: 0 },
        { kind: 'round', device: 0, faults: [], end: null, full: null, during: null },
        { kind: 'create-collection', device: 0, isShared: false },
        { kind: 'edit-collection', device: 2, field: 'name' },
        { kind: 'edit-collection-on-server', field: 'name' },
        { kind: 'create-collection', device: 0, isShared: true },
        { kind: 'undo', device: 1, nth: 5 },
        { kind: 'round', device: 2, faults: [], end: null, full: null, during: null },
        { kind: 'round', device: 1, faults: [], end: null, full: null, during: null },
        { kind: 'wait', ms: 30000 },
        { kind: 'undo', device: 1, nth: 5 },
      ],
    },
  ],
  [
    'an article that a file brings to a page without one, and its undo',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        {
          kind: 'import-file',
          device: 1,
          urls: ['https://one.example/', 'https://two.example/a'],
          hasNotes: true,
        },
        { kind: 'sign-out', device: 1, hasSynced: true },
        { kind: 'save', device: 0, url: 'https://two.example/a#part', hasArticle: true },
        { kind: 'restore-other', device: 1, by: 2 },
        { kind: 'undo-import', device: 1 },
      ],
    },
  ],
  [
    'a page deleted on the server, restored from a file, and its undo',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'save', device: 1, url: 'https://one.example/', hasArticle: true },
        { kind: 'sign-out', device: 1, hasSynced: true },
        { kind: 'delete-on-server', url: 'https://one.example/' },
        { kind: 'undo-import', device: 1 },
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
    'a file with an earlier date of a page, and its undo',
    {
      isReadeck: false,
      aheadMs: [0, 0, -259200000],
      actions: [
        { kind: 'save', device: 2, url: 'https://two.example/a', hasArticle: true },
        { kind: 'save', device: 0, url: 'https://two.example/a#part', hasArticle: false },
        { kind: 'restore-other', device: 0, by: 2 },
        { kind: 'undo-import', device: 0 },
      ],
    },
  ],
  [
    'a file of a device that saved the same page before, and its undo',
    {
      isReadeck: false,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'save', device: 2, url: 'https://two.example/a', hasArticle: false },
        { kind: 'save', device: 0, url: 'https://two.example/a#part', hasArticle: false },
        { kind: 'restore-other', device: 0, by: 2 },
        { kind: 'undo', device: 0, nth: 2 },
      ],
    },
  ],
];
