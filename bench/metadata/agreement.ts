import type { Metadata } from '../../src/capture';
import type { CorpusPage, ExpectedMetadata } from '../capture/corpus';
import { captureOnServer, readabilityOnServer } from '../extraction/on-server';
import { type Figure, figuresOf, rounded } from '../figure';
import { isSameTime, plain } from './compare';

interface Agreement {
  readonly field: string;
  readonly page: string;
  readonly expected: string;
  readonly captured: string;
  readonly ours: boolean;
  readonly plain: boolean;
}

/**
 * Compares the metadata of the pages that have expected values with these values: for each field the
 * share of pages that agree, ours beside plain Readability's. The values were made by a version of
 * Readability, so they tell agreement and not what is right; pages that differ are listed.
 */
export function* metadataAgreement(pages: readonly CorpusPage[]): Generator<Figure> {
  const all = pages.flatMap(agreements);
  for (const { field, page, expected, captured, ours } of all) {
    if (!ours) console.error(`${field}: ${page}\n  expected ${expected}\n  captured ${captured}`);
  }
  for (const field of Object.keys(READ)) {
    const compared = all.filter((one) => one.field === field);
    if (compared.length === 0) continue;
    const share = (side: 'ours' | 'plain') =>
      compared.filter((one) => one[side]).length / compared.length;
    const ours = [share('ours'), 'share of pages'] as const;
    const floor = `plain Readability: ${rounded(share('plain'))}`;
    yield figuresOf('metadata').value(`${field} as expected`, ours, compared.length, floor);
  }
}

const same = (wanted: string, value: string) => plain(wanted) === plain(value);

interface Read {
  readonly name: keyof ExpectedMetadata;
  readonly ours: (metadata: Metadata) => string;
  /** True if a value agrees with the expected one. */
  readonly agrees: (expected: string, value: string) => boolean;
}

const READ: Readonly<Record<string, Read>> = {
  title: { name: 'title', ours: ({ title }) => title, agrees: same },
  authors: {
    name: 'byline',
    ours: ({ authors }) => authors.join(', '),
    // Readability keeps `By` and roles.
    agrees: (expected, value) => value !== '' && plain(expected).includes(plain(value)),
  },
  date: { name: 'publishedTime', ours: ({ published }) => published ?? '', agrees: isSameTime },
  'site name': { name: 'siteName', ours: ({ siteName }) => siteName, agrees: same },
  language: { name: 'lang', ours: ({ lang }) => lang, agrees: same },
  'text direction': {
    name: 'dir',
    ours: ({ textDirection }) => textDirection ?? '',
    agrees: same,
  },
};

function agreements(page: CorpusPage): Agreement[] {
  const { name, expected } = page;
  const { capture } = captureOnServer(page);
  if (expected === null || capture === null) return [];
  const { parsed } = readabilityOnServer(page);
  return Object.entries(READ).flatMap(([field, read]) => {
    const wanted = expected[read.name];
    if (!wanted) return [];
    const captured = read.ours(capture.metadata);
    const ours = read.agrees(wanted, captured);
    const theirs = read.agrees(wanted, parsed?.[read.name] ?? '');
    return [{ field, page: name, expected: wanted, captured, ours, plain: theirs }];
  });
}
