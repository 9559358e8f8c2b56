import { CLEANING_STAGES } from '../src/capture';
import { type CorpusPage, readCorpus } from './capture/corpus';
import { startPageRunner } from './capture/page-runner';
import { type Match, matchTexts, meanF1 } from './capture/shingles';
import { describeDifferences, differencesOf } from './extraction/differences';
import {
  captureOnServer,
  type Extracted,
  openArticle,
  readabilityOnServer,
} from './extraction/on-server';
import { textBlocks, textOfBlocks } from './extraction/text-blocks';
import { type Bench, type Figure, median, NothingToMeasure, rounded, sum } from './figure';

const BENCH = 'extraction';
const AIMS = { precision: 0.97, recall: 0.985, F1: 0.975 };
/** How much worse than plain Readability's the F1 of a page may be. */
const MAX_LOSS = 0.02;
const WORST = 10;
const FOLDS = 5;
const ELEMENTS = {
  images: 'img[src]',
  code: 'pre',
  tables: 'table',
  headings: 'h1,h2,h3,h4,h5,h6',
  lists: 'ul,ol',
  quotes: 'blockquote',
};

interface Result {
  readonly page: CorpusPage;
  readonly ours: Extracted;
  readonly plain: Extracted;
  readonly firstMs: { readonly ours: number; readonly plain: number } | null;
}

interface Scored {
  readonly page: CorpusPage;
  readonly ours: Match;
  readonly plain: Match;
  readonly article: Element;
}

/**
 * Compares the article with the text that people have marked up, and with the article of plain
 * Readability in the same run: on the server's DOM, or in real Chromium with `--browser`. With
 * `--stages` it leaves out each stage of the cleaning.
 */
export const extractionBench: Bench = async function* (options) {
  const { corpus, only } = options;
  if (corpus === null) {
    throw new NothingToMeasure('needs --corpus DIR, a folder with pages (docs/capture.md).');
  }
  const pages = (await readCorpus(corpus)).filter(({ name }) => name.includes(only));
  if (pages.length === 0) {
    throw new NothingToMeasure(`there is no page in ${corpus} whose name holds "${only}".`);
  }
  const results = options.inBrowser
    ? await inBrowser(pages, options.runs)
    : onServer(pages, options.runs);
  const where = options.inBrowser ? 'in Chromium' : "on the server's DOM";
  const scored = results.flatMap(score);
  if (scored.length > 0) {
    yield* nearness(scored);
    yield* worstPages(scored);
  }
  yield* elementsKept(results.filter(({ page }) => page.truth === null));
  yield* overhead(results, where);
  if (options.inBrowser) yield sameOnServer(results);
  if (options.stages && scored.length > 0) yield* withoutEachStage(results, options.runs);
};

const onServer = (pages: readonly CorpusPage[], runs: number): Result[] =>
  pages.map((page) => ({
    page,
    ours: captureOnServer(page, runs),
    plain: readabilityOnServer(page, runs),
    firstMs: null,
  }));

async function inBrowser(pages: readonly CorpusPage[], runs: number): Promise<Result[]> {
  const results: Result[] = [];
  await using runner = await startPageRunner();
  for (const page of pages) {
    const { article, plainArticle, ours, plain, firstMs } = await runner.measure(page, runs);
    results.push({
      page,
      ours: { html: article, ms: median(ours.timesMs) },
      plain: { html: plainArticle, ms: median(plain.timesMs) },
      firstMs,
    });
  }
  return results;
}

function score({ page, ours, plain }: Result): Scored[] {
  if (page.truth === null) return [];
  const [article, plainArticle] = [ours, plain].map(({ html }) => openArticle(html, page.url));
  const match = (root: Element) => matchTexts(page.truth ?? '', textOfBlocks(textBlocks(root)));
  return [{ page, article: article!, ours: match(article!), plain: match(plainArticle!) }];
}

const mean = (values: readonly number[]) => sum(values) / values.length;

function* nearness(scored: readonly Scored[]): Generator<Figure> {
  const n = scored.length;
  const [ours, plain] = [scored.map((one) => one.ours), scored.map((one) => one.plain)];
  const withoutCaptions = scored.map(({ page, article }) =>
    matchTexts(page.truth ?? '', textOfBlocks(textBlocks(article, 'script,style,figcaption'))),
  );
  const measures = {
    precision: (matches: readonly Match[]) => mean(matches.map((match) => match.precision)),
    recall: (matches: readonly Match[]) => mean(matches.map((match) => match.recall)),
    F1: meanF1,
  };
  for (const unit of ['precision', 'recall', 'F1'] as const) {
    const value = measures[unit](ours);
    yield {
      bench: BENCH,
      case: `text, ${unit}`,
      value: rounded(value),
      unit,
      floor: `plain Readability: ${rounded(measures[unit](plain))}`,
      aim: `>=${AIMS[unit]}`,
      met: value >= AIMS[unit],
      n,
    };
    yield {
      bench: BENCH,
      case: `text without captions, ${unit}`,
      value: rounded(measures[unit](withoutCaptions)),
      unit,
      floor: 'the same articles, measured without figcaption',
      n,
    };
  }
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    meanF1(ours.filter((_match, index) => index % FOLDS === fold)),
  ).filter((value) => !Number.isNaN(value));
  yield {
    bench: BENCH,
    case: `text, F1 of the worst of ${FOLDS} parts`,
    value: rounded(Math.min(...folds)),
    unit: 'F1',
    floor: `the best of them: ${rounded(Math.max(...folds))}`,
    n,
  };
}

const f1 = (match: Match) => meanF1([match]) || 0;

function* worstPages(scored: readonly Scored[]): Generator<Figure> {
  const lost = scored.filter(({ ours, plain }) => f1(ours) < f1(plain) - MAX_LOSS);
  const names = lost.map(({ page }) => page.name).join(', ');
  yield {
    bench: BENCH,
    case: `pages whose F1 is worse by more than ${MAX_LOSS}${names && `: ${names}`}`,
    value: lost.length,
    unit: 'pages',
    floor: 'plain Readability',
    aim: '<=0',
    met: lost.length === 0,
    n: scored.length,
  };
  const worst = scored.toSorted((a, b) => f1(a.ours) - f1(b.ours)).slice(0, WORST);
  for (const { page, ours, plain, article } of worst) {
    const why = describeDifferences(differencesOf(page.truth ?? '', textBlocks(article)));
    yield {
      bench: BENCH,
      case: `worst text: ${page.name}: ${why}`,
      value: rounded(f1(ours)),
      unit: 'F1',
      floor: `plain Readability: ${rounded(f1(plain))}`,
      n: 1,
    };
  }
}

function* elementsKept(results: readonly Result[]): Generator<Figure> {
  if (results.length === 0) return;
  const articles = results.map(({ page, ours, plain }) => ({
    ours: openArticle(ours.html, page.url),
    plain: openArticle(plain.html, page.url),
  }));
  for (const [unit, selector] of Object.entries(ELEMENTS)) {
    const count = (side: 'ours' | 'plain') =>
      sum(articles.map((article) => article[side].querySelectorAll(selector).length));
    const [ours, plain] = [count('ours'), count('plain')];
    yield {
      bench: BENCH,
      case: `${unit} kept`,
      value: ours,
      unit,
      floor: `plain Readability keeps ${plain}`,
      aim: `>=${plain}`,
      met: ours >= plain,
      n: results.length,
    };
  }
}

const MAX_OVERHEAD = 1.5;
const DEAREST = 0.1;

function* overhead(results: readonly Result[], where: string): Generator<Figure> {
  const warm = results.map(({ page, ours, plain }) => ({ page, ratio: ours.ms / plain.ms }));
  const first = results.flatMap(({ page, firstMs }) =>
    firstMs === null ? [] : [{ page, ratio: firstMs.ours / firstMs.plain }],
  );
  for (const [name, ratios] of [
    ['warm', warm],
    ['first run', first],
  ] as const) {
    if (ratios.length === 0) continue;
    const middle = median(ratios.map(({ ratio }) => ratio));
    const dearest = ratios
      .toSorted((a, b) => b.ratio - a.ratio)
      .slice(0, Math.ceil(ratios.length * DEAREST));
    yield {
      bench: BENCH,
      case: `time ${where}, ${name}; dearest: ${dearest.map(({ page, ratio }) => `${page.name} ${rounded(ratio)}`).join(', ')}`,
      value: rounded(middle),
      unit: 'x',
      floor: 'clone and Readability.parse',
      aim: `<=${MAX_OVERHEAD}`,
      met: middle <= MAX_OVERHEAD,
      n: ratios.length,
    };
  }
}

function sameOnServer(results: readonly Result[]): Figure {
  const others = results.filter(({ page, ours }) => captureOnServer(page, 1).html !== ours.html);
  const names = others.map(({ page }) => page.name).join(', ');
  return {
    bench: BENCH,
    case: `articles that differ on the server${names && `: ${names}`}`,
    value: others.length,
    unit: 'pages',
    floor: 'the capture in Chromium',
    aim: '<=0',
    met: others.length === 0,
    n: results.length,
  };
}

/** The effect of a stage: F1 and time when it is left out, compared with all stages. */
function* withoutEachStage(results: readonly Result[], runs: number): Generator<Figure> {
  const pages = results.map(({ page }) => page);
  const measure = (stages: typeof CLEANING_STAGES) => {
    const captured = pages.map((page) => ({ page, ours: captureOnServer(page, runs, stages) }));
    return {
      ms: sum(captured.map(({ ours }) => ours.ms)),
      f1: meanF1(
        captured.flatMap(({ page, ours }) =>
          page.truth === null
            ? []
            : [matchTexts(page.truth, textOfBlocks(textBlocks(openArticle(ours.html, page.url))))],
        ),
      ),
    };
  };
  const all = measure(CLEANING_STAGES);
  for (const kind of new Set(CLEANING_STAGES.map((stage) => stage.kind))) {
    const without = measure(CLEANING_STAGES.filter((stage) => stage.kind !== kind));
    const common = { bench: BENCH, n: pages.length, floor: 'all stages' };
    yield {
      ...common,
      case: `without ${kind}, F1`,
      value: Math.round((without.f1 - all.f1) * 10_000) / 10_000,
      unit: 'F1',
    };
    yield {
      ...common,
      case: `without ${kind}, time`,
      value: rounded(without.ms / all.ms),
      unit: 'x',
    };
  }
}
