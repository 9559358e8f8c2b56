import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type CorpusPage, readCorpus } from './capture/corpus';
import { captureOnServer } from './extraction/on-server';
import { type Bench, figuresOf, NEEDS_CORPUS, NothingToMeasure } from './figure';
import { metadataAgreement } from './metadata/agreement';
import { isSameTime, plain } from './metadata/compare';

const FIELDS = ['title', 'published', 'authors'] as const;
type Field = (typeof FIELDS)[number];
const HALVES = ['tuned', 'held-out'] as const;
const AIMS: Readonly<Record<Field, number>> = { title: 0.98, published: 0.95, authors: 0.92 };

/** The values that a person read on a page. A field that the page does not show clearly is absent. */
const ReadByEye = z.array(
  z.strictObject({
    /** The first rules were written with the pages of one half only, later ones with both. */
    half: z.enum(HALVES),
    url: z.url(),
    title: z.string(),
    /** A date as shown, or a time with the zone that the page shows. */
    published: z.string().optional(),
    authors: z.array(z.string()).optional(),
    /** Why a value was changed after it had been read. */
    corrected: z.string().optional(),
  }),
);
type Read = z.infer<typeof ReadByEye>[number];

const figures = figuresOf('metadata');

interface Comparison {
  readonly half: Read['half'];
  readonly url: string;
  readonly field: Field;
  readonly read: string;
  readonly captured: string;
  readonly isRight: boolean;
}

/** Compares the captured title, date and authors with the values in `read-by-eye.json`. */
export const metadataBench: Bench = async function* ({ corpus, only }) {
  if (corpus === null) throw new NothingToMeasure(NEEDS_CORPUS);
  const file = new URL('./metadata/read-by-eye.json', import.meta.url);
  const values = ReadByEye.parse(JSON.parse(await readFile(file, 'utf8')));
  const byUrl = new Map(values.map((read) => [read.url, read]));
  const pages = (await readCorpus(corpus)).filter(({ url, name }) =>
    [url, name].some((text) => text.includes(only)),
  );
  const compared = pages.flatMap((page) => {
    const read = byUrl.get(page.url);
    return read === undefined ? [] : comparisons(read, page);
  });
  yield* metadataAgreement(pages);
  if (compared.length === 0) throw new NothingToMeasure('no page was read by eye');
  for (const { half, url, field, read, captured, isRight } of compared) {
    if (!isRight)
      console.error(`${half}, ${field}: ${url}\n  read ${read}\n  captured ${captured}`);
  }
  const agreement = (where: string, field: Field, some: readonly Comparison[]) => {
    const share = some.filter(({ isRight }) => isRight).length / some.length;
    const aim = { atLeast: AIMS[field] };
    const value = [share, 'share of pages'] as const;
    return figures.value(`${field}, ${where}`, value, some.length, 'values read by eye', aim);
  };
  const of = (field: Field) => compared.filter((one) => one.field === field);
  for (const half of HALVES) {
    const inHalf = (one: Comparison) => one.half === half;
    for (const field of FIELDS) yield agreement(`${half} half`, field, of(field).filter(inHalf));
  }
  for (const field of FIELDS) yield agreement('all pages', field, of(field));
};

function comparisons(read: Read, page: CorpusPage): Comparison[] {
  const { capture } = captureOnServer(page);
  if (capture === null) return [];
  const { title, published, authors } = capture.metadata;
  const compare = (field: Field, wanted: unknown, captured: unknown, isRight: boolean) => ({
    half: read.half,
    url: read.url,
    field,
    read: JSON.stringify(wanted),
    captured: JSON.stringify(captured),
    isRight,
  });
  const found = [compare('title', read.title, title, plain(read.title) === plain(title))];
  if (read.published !== undefined) {
    const isRight = isSameTime(read.published, published);
    found.push(compare('published', read.published, published, isRight));
  }
  if (read.authors !== undefined) {
    const key = (names: readonly string[]) => names.map(plain).toSorted().join('|');
    const isRight = key(read.authors) === key(authors);
    found.push(compare('authors', read.authors, authors, isRight));
  }
  return found;
}
