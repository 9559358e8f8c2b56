import { runInThisContext } from 'node:vm';
import type { captureDocument } from '../../src/capture';
import { matchMarked } from '../../tests/support/marked-pages';
import { bundleScript } from '../bundle';
import type { ChunkPage, CorpusPage } from '../capture/corpus';
import { f1Of, type Match, MEASURES, matchTexts } from '../capture/shingles';
import { type Figure, figuresOf } from '../figure';
import { countPhrases, type PhraseCount, phraseMeasures, phraseScore } from './chunks';
import { FOLDS, foldOf } from './folds';
import { captureOnServer, openArticle } from './on-server';
import { capturedHtml, readOwnPages } from './own-pages';
import { RULES, type RuleChange } from './rule-list';
import { textBlocks, textOfBlocks } from './text-blocks';

/** How near the article of a page is to the wanted one. */
type Measured =
  | { readonly name: string; readonly count: PhraseCount }
  | { readonly name: string; readonly match: Match };

type Result = Measured & { readonly html: string; readonly title: string };

type Captures = typeof captureDocument;

const { value } = figuresOf('extraction');

/** The change of F1 of a page that is counted. */
const MIN_CHANGE = 0.002;

/**
 * Leaves out each rule of the capture, and counts the pages for which the rule makes the article better
 * and worse, also of those in `tests/pages/marked`. The last figures are held out: of each fold, with
 * the rule left out that the other folds are best without.
 */
export async function* ruleFigures(
  pages: readonly CorpusPage[],
  chunks: readonly ChunkPage[],
): AsyncGenerator<Figure> {
  const changes = [null, ...RULES];
  const captures: Captures[] = [];
  for (const change of changes) captures.push(await captureWithout(change));
  const measured = [...chunks, ...pages.filter(({ truth }) => truth !== null)].map((page) =>
    measurePage(page, captures),
  );
  const resultsOf = (at: number) => measured.map((results) => results[at]!);
  const own = readOwnPages().map((page) =>
    captures.map((capture) => f1Of(matchMarked(page, capturedHtml(page, capture)))),
  );
  const all = resultsOf(0);
  const base = scoresOf(all);
  for (const [at, { rule }] of RULES.entries()) {
    const results = resultsOf(at + 1);
    const gains = results.map((without, page) => changeBetween(without, all[page]!));
    const ownGains = own.map((scoresOfPage) => scoresOfPage[0]! - scoresOfPage[at + 1]!);
    const scores = scoresOf(results);
    const changed = results.filter((one, page) => one.html !== all[page]?.html).length;
    const floor = `F1 by the rule: phrases ${gain(base.phrases - scores.phrases)}, texts ${gain(base.texts - scores.texts)}; worst page: ${worstPage(results, all)}; of ${own.length} own pages: ${countChanges(ownGains)}`;
    const name = `rule ${rule}: ${countChanges(gains)}`;
    yield value(name, [changed, 'pages'], results.length, floor);
  }
  yield* heldOut(new Map(changes.map((change, at) => [change?.rule ?? 'none', resultsOf(at)])));
}

const countChanges = (gains: readonly number[]): string => {
  const better = gains.filter((one) => one > MIN_CHANGE).length;
  const worse = gains.filter((one) => one < -MIN_CHANGE).length;
  return `better on ${better}, worse on ${worse}`;
};

/** Describes the page for which a rule costs the most F1. */
function worstPage(without: readonly Result[], all: readonly Result[]): string {
  const gains = all.map((whole, at) => ({ whole, gain: f1OfPage(whole) - f1OfPage(without[at]!) }));
  const worst = gains.reduce((least, one) => (one.gain < least.gain ? one : least));
  return worst.gain < 0 ? `${worst.whole.name} ${gain(worst.gain)}` : 'none';
}

const f1OfPage = (one: Result): number =>
  'count' in one ? phraseMeasures([one.count]).F1 || 0 : f1Of(one.match);

const gain = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(4)}`;

/** Measures the articles of a page. Those that are equal to the first are not measured again. */
function measurePage(page: ChunkPage | CorpusPage, captures: readonly Captures[]): Result[] {
  const results: Result[] = [];
  for (const capture of captures) {
    const { html, title } = captureOnServer(page, 1, capture);
    const [first] = results;
    const isSame = first?.html === html && first.title === title;
    results.push(isSame ? first : { ...measureArticle(page, title, html), html, title });
  }
  return results;
}

function measureArticle(page: ChunkPage | CorpusPage, title: string, html: string): Measured {
  const { name } = page;
  const body = openArticle(html, page.url);
  if ('wanted' in page) return { name, count: countPhrases(page, { title, body }) };
  return { name, match: matchTexts(page.truth ?? '', textOfBlocks(textBlocks(body))) };
}

/** How much better an article is than another one of its page: in phrases, or in F1. */
function changeBetween(without: Result, whole: Result): number {
  if ('count' in without && 'count' in whole) {
    return phraseScore(whole.count) - phraseScore(without.count);
  }
  if ('match' in without && 'match' in whole) {
    return f1Of(whole.match) - f1Of(without.match);
  }
  return 0;
}

function scoresOf(results: readonly Result[]) {
  return {
    phrases: phraseMeasures(results.flatMap((one) => ('count' in one ? [one.count] : []))).F1 || 0,
    texts: MEASURES.F1(results.flatMap((one) => ('match' in one ? [one.match] : []))) || 0,
  };
}

const GLOBAL = 'leafmarkCapture';

/** Builds the capture without a rule. */
async function captureWithout(change: RuleChange | null): Promise<Captures> {
  let isLeftOut = change === null;
  const code = await bundleScript('../src/capture/capture-document.ts', GLOBAL, [
    {
      name: 'leave-out-rule',
      // Before the types are removed.
      enforce: 'pre',
      transform(source, id) {
        if (change === null || !id.endsWith(`/src/capture/${change.file}`)) return null;
        if (source.split(change.from).length !== 2) return null;
        isLeftOut = true;
        return source.replace(change.from, () => change.to);
      },
    },
  ]);
  if (!isLeftOut) throw new Error(`${change?.file} does not have "${change?.from}" once.`);
  const module: { captureDocument: Captures } = runInThisContext(`${code};${GLOBAL}`);
  return module.captureDocument;
}

function* heldOut(variants: ReadonlyMap<string, readonly Result[]>): Generator<Figure> {
  const held: Result[] = [];
  const left: string[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isHeld = ({ name }: Result) => foldOf(name) === fold;
    const worth = (results: readonly Result[]) => {
      const { phrases, texts } = scoresOf(results.filter((one) => !isHeld(one)));
      return phrases + texts;
    };
    const [rule, results] = [...variants].reduce((best, one) =>
      worth(one[1]) > worth(best[1]) ? one : best,
    );
    left.push(rule);
    held.push(...results.filter(isHeld));
  }
  const scores = scoresOf(held);
  const floor = `left out by the other folds: ${left.join(', ')}`;
  yield value('held out, phrases', [scores.phrases, 'F1'], held.length, floor);
  yield value('held out, texts', [scores.texts, 'F1'], held.length, floor);
}
