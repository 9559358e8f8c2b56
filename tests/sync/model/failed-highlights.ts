import type { History } from './history';

/** The shortest forms of histories with highlights in which a soak found a difference. */
export const FAILED_HIGHLIGHTS: readonly (readonly [name: string, history: History])[] = [
  [
    'a highlight whose create arrives twice, joined by another device in between',
    {
      isReadeck: false,
      aheadMs: [0, 0, 259200000],
      actions: [
        { kind: 'save', device: 0, url: 'https://one.example/', hasArticle: true },
        { kind: 'round', device: 0, faults: [], end: null, full: null, during: null },
        { kind: 'round', device: 2, faults: [], end: null, full: null, during: null },
        {
          kind: 'add-highlight',
          device: 0,
          url: 'https://one.example/',
          text: 0,
          color: 'yellow',
          hasNote: true,
        },
        { kind: 'delete-highlight-on-server', url: 'https://one.example/' },
        { kind: 'round', device: 0, faults: [], end: null, full: null, during: null },
        { kind: 'work' },
        {
          kind: 'add-highlight',
          device: 2,
          url: 'https://one.example/',
          text: 0,
          color: 'yellow',
          hasNote: false,
        },
        {
          kind: 'round',
          device: 2,
          faults: ['none', 'none', 'none', 'none', 'none', 'none', 'twice', 'none', 'none'],
          end: null,
          full: { from: 11, writes: 2 },
          during: null,
        },
      ],
    },
  ],
];
