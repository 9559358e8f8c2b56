import type { History } from './history';

/** The shortest forms of histories with an undo in which a soak found a difference. */
export const FAILED_UNDOS: readonly (readonly [name: string, history: History])[] = [
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
  [
    'a title that is changed and undone, before the page is captured with another title',
    {
      isReadeck: true,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'save', device: 0, url: 'https://two.example/a', hasArticle: true },
        { kind: 'title', device: 0, url: 'https://two.example/a#part' },
        { kind: 'undo', device: 0, nth: 2 },
        { kind: 'capture-again', device: 0, url: 'https://two.example/a#part', article: 0 },
      ],
    },
  ],
  [
    'a note that is undone before its device knows that the server has a place for notes',
    {
      isReadeck: false,
      aheadMs: [0, 0, 0],
      actions: [
        { kind: 'round', device: 2, faults: [], end: null, full: null, during: null },
        { kind: 'create-on-server', url: 'https://two.example/a' },
        { kind: 'learn-notes' },
        { kind: 'round', device: 2, faults: [], end: null, full: null, during: null },
        { kind: 'note', device: 2, url: 'https://two.example/a#part', isEmpty: false },
        { kind: 'note-on-server', url: 'https://two.example/a' },
        { kind: 'round', device: 2, faults: [], end: null, full: null, during: null },
        { kind: 'undo', device: 2, nth: 0 },
      ],
    },
  ],
  [
    'a page that is in the trash and that a bundle adds, and all of the trash restored',
    {
      isReadeck: false,
      aheadMs: [0, 0, 0],
      actions: [
        {
          kind: 'import-file',
          device: 0,
          urls: ['https://one.example/', 'https://two.example/a#part'],
          hasNotes: true,
        },
        {
          kind: 'import-file',
          device: 2,
          urls: ['https://one.example/', 'https://two.example/a', 'https://two.example/a#part'],
          hasNotes: false,
        },
        { kind: 'undo', device: 0, nth: 0 },
        { kind: 'restore-other', device: 0, by: 2 },
        { kind: 'change-all', device: 0, change: 'restore', isUndone: false },
      ],
    },
  ],
];
