import { isDeepStrictEqual } from 'node:util';
import { runInThisContext } from 'node:vm';
import type { captureDocument } from '../../src/capture';
import { bundleScript } from '../bundle';
import type { ChunkPage, CorpusPage } from '../capture/corpus';
import { matchTexts, meanF1 } from '../capture/shingles';
import { type Figure, rounded, sum } from '../figure';
import { countPhrases, type PhraseCount, phraseMeasures, phraseScore } from './chunks';
import { FOLDS, foldOf } from './folds';
import { captureOnServer, openArticle } from './on-server';
import { RULES, type RuleChange } from './rule-list';
import { textBlocks, textOfBlocks } from './text-blocks';

/** How near the article of a page is to the wanted one. */
type Result =
  | { readonly name: string; readonly count: PhraseCount }
  | {
      readonly name: string;
      readonly match: { readonly precision: number; readonly recall: number };
    };

/** The change of F1 of a page that is counted. */
const MIN_CHANGE = 0.002;

/**
 * Leaves out each rule of the capture, and counts the pages for which the rule makes the article better
 * and worse. The last figures are held out: of each fold, with the rule left out that the other folds
 * are best without.
 */
export async function* ruleFigures(
  bench: string,
  pages: readonly CorpusPage[],
  chunks: readonly ChunkPage[],
): AsyncGenerator<Figure> {
  const marked = pages.filter(({ truth }) => truth !== null);
  const measure = (captures: typeof captureDocument) => [
    ...chunks.map((page) => measurePhrases(page, captures)),
    ...marked.map((page) => measureText(page, captures)),
  ];
  const all = measure(await captureWithout(null));
  const variants = new Map([['none', all]]);
  const base = scoresOf(all);
  for (const change of RULES) {
    const results = measure(await captureWithout(change));
    variants.set(change.rule, results);
    const changes = results.map((without, at) => changeBetween(without, all[at]!));
    const better = changes.filter((one) => one > MIN_CHANGE).length;
    const worse = changes.filter((one) => one < -MIN_CHANGE).length;
    const scores = scoresOf(results);
    const touched = results.filter((one, at) => !isDeepStrictEqual(one, all[at])).length;
    yield {
      bench,
      case: `rule ${change.rule}: better on ${better}, worse on ${worse}`,
      value: touched,
      unit: 'pages',
      floor: `F1 by the rule: phrases ${gain(base.phrases - scores.phrases)}, texts ${gain(base.texts - scores.texts)}`,
      n: results.length,
    };
  }
  yield* heldOut(bench, variants);
}

const gain = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(4)}`;

function measurePhrases(page: ChunkPage, captures: typeof captureDocument): Result {
  const { html, title } = captureOnServer(page, 1, captures);
  return {
    name: page.name,
    count: countPhrases(page, { title, body: openArticle(html, page.url) }),
  };
}

function measureText(page: CorpusPage, captures: typeof captureDocument): Result {
  const article = openArticle(captureOnServer(page, 1, captures).html, page.url);
  return {
    name: page.name,
    match: matchTexts(page.truth ?? '', textOfBlocks(textBlocks(article))),
  };
}

/** How much better an article is than another one of its page: in phrases, or in F1. */
function changeBetween(without: Result, whole: Result): number {
  if ('count' in without && 'count' in whole) {
    return phraseScore(whole.count) - phraseScore(without.count);
  }
  if ('match' in without && 'match' in whole) {
    return (meanF1([whole.match]) || 0) - (meanF1([without.match]) || 0);
  }
  return 0;
}

function scoresOf(results: readonly Result[]) {
  return {
    phrases: phraseMeasures(results.flatMap((one) => ('count' in one ? [one.count] : []))).F1 || 0,
    texts: meanF1(results.flatMap((one) => ('match' in one ? [one.match] : []))) || 0,
  };
}

const GLOBAL = 'leafmarkCapture';

/** Builds the capture without a rule. */
async function captureWithout(change: RuleChange | null): Promise<typeof captureDocument> {
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
  const module: { captureDocument: typeof captureDocument } = runInThisContext(`${code};${GLOBAL}`);
  return module.captureDocument;
}

function* heldOut(
  bench: string,
  variants: ReadonlyMap<string, readonly Result[]>,
): Generator<Figure> {
  const held: Result[] = [];
  const left: string[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isHeld = ({ name }: Result) => foldOf(name) === fold;
    const worth = (results: readonly Result[]) => {
      const { phrases, texts } = scoresOf(results.filter((one) => !isHeld(one)));
      return sum([phrases, texts]);
    };
    const [rule, results] = [...variants].reduce((best, one) =>
      worth(one[1]) > worth(best[1]) ? one : best,
    );
    left.push(rule);
    held.push(...results.filter(isHeld));
  }
  const scores = scoresOf(held);
  const n = held.length;
  const floor = `left out by the other folds: ${left.join(', ')}`;
  yield { bench, case: 'held out, phrases', value: rounded(scores.phrases), unit: 'F1', floor, n };
  yield { bench, case: 'held out, texts', value: rounded(scores.texts), unit: 'F1', floor, n };
}
