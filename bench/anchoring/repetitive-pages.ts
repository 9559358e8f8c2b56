// Pages whose lines repeat: lists, tables, logs and dialogues. They are made here, so that the bench has
// them without a corpus.
import type { CorpusPage } from '../capture/corpus';
import { type Random, randomOf } from '../random';

const PAGES_PER_KIND = 6;
const LINES = 60;

const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)] as T;

const PARTS = 'inlet valve,outlet valve,pump head,filter ring,pressure gauge,drive belt'.split(',');
const STATES = 'checked and found in order,replaced by a new one,cleaned and oiled'.split(',');
const ROOMS = 'north hall,south hall,boiler room,workshop'.split(',');
const LEVELS = 'INFO,INFO,INFO,WARN,ERROR'.split(',');
const EVENTS = [
  'connection to the store was opened again after a short break',
  'request was answered from the cache without a look at the disk',
  'worker took longer than it may and was started anew',
  'queue is empty, waiting for the next job of the day',
];
const SPEAKERS = 'ANNA,BERT,CARLA'.split(',');
const REPLIES = [
  'Yes, I have seen it too, this morning by the bridge.',
  'No, that cannot be, he was here with us all day.',
  'I do not know, and I do not want to know it either.',
  'Say that again, slowly, so that all of us can hear it.',
  'Well, then we wait here until somebody comes.',
];

type Line = (random: Random, at: number) => string;

interface Kind {
  readonly name: string;
  readonly line: Line;
  readonly around: readonly [before: string, after: string];
}

const KINDS: readonly Kind[] = [
  {
    name: 'list',
    line: (random) =>
      `<li>The ${pick(random, PARTS)} of the ${pick(random, ROOMS)} was ${pick(random, STATES)}.</li>`,
    around: ['<ul>', '</ul>'],
  },
  {
    name: 'table',
    line: (random) => {
      const cells = [pick(random, ROOMS), pick(random, PARTS), pick(random, STATES)];
      return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    },
    around: ['<table><tbody>', '</tbody></table>'],
  },
  {
    name: 'log',
    line: (random, at) =>
      `<p>09:${String(at).padStart(2, '0')} ${pick(random, LEVELS)} the ${pick(random, EVENTS)}.</p>`,
    around: ['<div>', '</div>'],
  },
  {
    name: 'dialogue',
    line: (random) => `<p><b>${pick(random, SPEAKERS)}:</b> ${pick(random, REPLIES)}</p>`,
    around: ['<div>', '</div>'],
  },
];

function pageOf({ name: kind, line, around: [before, after] }: Kind, nth: number): CorpusPage {
  const name = `repetitive ${kind} ${nth}`;
  const random = randomOf(name);
  const lines = Array.from({ length: LINES }, (_, at) => line(random, at));
  return {
    name,
    url: 'https://page.example/repetitive.html',
    html: `<!doctype html><html lang="en"><title>${name}</title><body><article><h1>${name}</h1>
      <p>What follows was written down in the order in which it came, and nothing was left out of it.</p>
      ${before}${lines.join('\n')}${after}</article></body></html>`,
    truth: null,
    expected: null,
  };
}

export const REPETITIVE_PAGES: readonly CorpusPage[] = KINDS.flatMap((kind) =>
  Array.from({ length: PAGES_PER_KIND }, (_, nth) => pageOf(kind, nth)),
);
