import { markedPageNames, readMarkedPage } from '../../tests/support/marked-pages';
import type { CorpusPage } from '../capture/corpus';
import { hashOf } from '../random';

/** A page that may be chosen, and what the choice looks at. */
export interface Candidate {
  readonly page: CorpusPage;
  /** The collection that it is from. The choice takes from each in turn. */
  readonly collection: string;
  readonly site: string;
  /** The primary subtag of BCP 47; empty if the page declares none. */
  readonly language: string;
  readonly kind: string;
}

const DECLARED_LANGUAGE = /<html\b[^>]*?\blang\s*=\s*["']?([a-z]{2,3})\b/i;

/** In letters. Shorter pages of a corpus show one behaviour of a program and nobody reads them. */
const MIN_TEXT = 1_000;
const NO_TEXT = /<(script|style)\b.*?<\/\1>|<[^>]*>|\s+/gis;

/** The pages of a corpus with some text, and those of `tests/pages/marked` that have an article. */
export function candidatesOf(corpus: readonly CorpusPage[]): Candidate[] {
  const read = corpus.filter(({ html }) => html.replaceAll(NO_TEXT, '').length >= MIN_TEXT);
  const fromCorpus = read.map(
    (page): Candidate => ({
      page,
      collection: page.truth === null ? 'readability' : 'articles',
      // The pages without an address are named after their site and a number.
      site: page.truth === null ? page.name.replace(/-\d+$/, '') : new URL(page.url).hostname,
      language: DECLARED_LANGUAGE.exec(page.html)?.[1]?.toLowerCase() ?? '',
      kind: 'article',
    }),
  );
  const marked = markedPageNames().flatMap((name): Candidate[] => {
    const { html, truth } = readMarkedPage(name);
    if (truth.kind === 'none') return [];
    return [
      {
        page: { name, url: truth.url, html, truth: null, expected: null },
        collection: 'marked',
        site: new URL(truth.url).hostname,
        language: new Intl.Locale(truth.lang).language,
        kind: truth.kind,
      },
    ];
  });
  return [...fromCorpus, ...marked];
}

/**
 * Chooses pages of many sites, kinds and languages: from each collection in turn the page that has
 * the fewest in common with those chosen before, and among equals the one with the least hash of its
 * name. So it is the same in every run.
 */
export function choosePages(candidates: readonly Candidate[], count: number): Candidate[] {
  const chosen: Candidate[] = [];
  const left = new Map(Map.groupBy(candidates, ({ collection }) => collection));
  const shared = (candidate: Candidate) =>
    (['site', 'kind', 'language'] as const).map(
      (fact) => chosen.filter((other) => other[fact] === candidate[fact]).length,
    );
  while (chosen.length < count && left.size > 0) {
    for (const [collection, open] of left) {
      if (chosen.length === count) break;
      const [next, ...rest] = open
        .map(
          (candidate) => [candidate, [...shared(candidate), hashOf(candidate.page.name)]] as const,
        )
        .toSorted(([, a], [, b]) => firstDifference(a, b))
        .map(([candidate]) => candidate);
      if (next !== undefined) chosen.push(next);
      if (rest.length > 0) left.set(collection, rest);
      else left.delete(collection);
    }
  }
  return chosen;
}

function firstDifference(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
