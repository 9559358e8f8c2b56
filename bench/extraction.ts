import { CANDIDATE_SOURCES, CLEANING_STAGES } from '../src/capture';
import { type CorpusPage, readCorpus } from './capture/corpus';
import { type Measurement, startPageRunner } from './capture/page-runner';
import { sameOnServer } from './capture/same-on-server';
import { type Match, matchTexts, meanF1 } from './capture/shingles';
import { browserTimes, timeFigures, warmTiming } from './capture/timing';
import { describeDifferences, differencesOf } from './extraction/differences';
import { FOLDS, spreadOverFolds } from './extraction/folds';
import {
  captureInTurns,
  captureOnServer,
  type Extracted,
  openArticle,
  readabilityOnServer,
} from './extraction/on-server';
import { takePictures } from './extraction/pictures';
import { textBlocks, textOfBlocks } from './extraction/text-blocks';
import { type Bench, type Figure, median, NothingToMeasure, rounded, sum } from './figure';

const BENCH = 'extraction';
const AIMS = { precision: 0.97, recall: 0.985, F1: 0.975 };
/** How much worse than plain Readability's the F1 of a page may be. */
const MAX_LOSS = 0.02;
const WORST = 10;
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
  /** null on the server's DOM. */
  readonly measured: Measurement | null;
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
 * `--stages` it leaves out each stage of the cleaning. With `--pictures` it only takes pictures of
 * both articles of twenty pages.
 */
export const extractionBench: Bench = async function* (options) {
  const { corpus, only } = options;
  if (corpus === null) {
    throw new NothingToMeasure('needs --corpus DIR, a folder with pages (docs/capture.md).');
  }
  const all = await readCorpus(corpus);
  if (options.pictures !== null) {
    yield* takePictures(all, options.pictures, only);
    return;
  }
  const pages = all.filter(({ name }) => name.includes(only));
  if (pages.length === 0) {
    throw new NothingToMeasure(`there is no page in ${corpus} whose name holds "${only}".`);
  }
  const results = options.inBrowser
    ? await inBrowser(pages, options.runs)
    : onServer(pages, options.runs);
  const scored = results.flatMap(score);
  if (scored.length > 0) {
    yield* nearness(scored);
    yield* worstPages(scored);
  }
  yield* elementsKept(results.filter(({ page }) => page.truth === null));
  yield* times(results);
  if (options.inBrowser) {
    yield sameOnServer(
      BENCH,
      results.map(({ page, ours }) => ({ page, article: ours.html })),
    );
  }
  if (options.stages && scored.length > 0) yield* withoutEachStage(results, options.runs);
};

const onServer = (pages: readonly CorpusPage[], runs: number): Result[] =>
  pages.map((page) => ({
    page,
    ours: captureOnServer(page, runs),
    plain: readabilityOnServer(page, runs),
    measured: null,
  }));

async function inBrowser(pages: readonly CorpusPage[], runs: number): Promise<Result[]> {
  const results: Result[] = [];
  await using runner = await startPageRunner();
  for (const page of pages) {
    const measured = await runner.measure(page, runs);
    const { article, plainArticle, oursMs, plainMs, stepsMs } = measured;
    results.push({
      page,
      ours: { html: article, ms: median(oursMs), stepsMs },
      plain: { html: plainArticle, ms: median(plainMs), stepsMs: [] },
      measured,
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
  for (const unit of ['precision', 'recall', 'F1'] as const) {
    const spread = spreadOverFolds(
      scored,
      ({ page }) => page.name,
      (fold) => measures[unit](fold.map((one) => one.ours)),
    );
    yield {
      bench: BENCH,
      case: `text, mean ${unit} of ${FOLDS} folds`,
      value: rounded(spread.mean),
      unit,
      floor: `least ${rounded(spread.least)}, greatest ${rounded(spread.greatest)}`,
      n,
    };
  }
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
    name: page.name,
    ours: openArticle(ours.html, page.url),
    plain: openArticle(plain.html, page.url),
  }));
  for (const [unit, selector] of Object.entries(ELEMENTS)) {
    const counts = articles.map(({ name, ours, plain }) => ({
      name,
      ours: ours.querySelectorAll(selector).length,
      plain: plain.querySelectorAll(selector).length,
    }));
    const [ours, plain] = [
      sum(counts.map((count) => count.ours)),
      sum(counts.map((count) => count.plain)),
    ];
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
    const fewer = counts.filter((count) => count.ours < count.plain);
    for (const count of fewer.toSorted((a, b) => a.ours - a.plain - (b.ours - b.plain))) {
      yield {
        bench: BENCH,
        case: `fewer ${unit}: ${count.name}`,
        value: count.ours,
        unit,
        floor: `plain Readability keeps ${count.plain}`,
        n: 1,
      };
    }
  }
}

function times(results: readonly Result[]): Iterable<Figure> {
  const inChromium = results.flatMap(({ page: { name }, measured }) =>
    measured === null ? [] : [{ name, measured }],
  );
  if (inChromium.length > 0) return browserTimes(BENCH, inChromium);
  const warm = results.map(({ page, ours, plain }) =>
    warmTiming(page.name, ours.ms, plain.ms, ours.stepsMs),
  );
  return timeFigures(BENCH, "warm on the server's DOM", warm);
}

/**
 * The effect of each stage and candidate: F1 and time when it is left out, compared with all. The time is
 * the median over pages.
 */
function* withoutEachStage(results: readonly Result[], runs: number): Generator<Figure> {
  const kinds = [...new Set([...CLEANING_STAGES, ...CANDIDATE_SOURCES].map((way) => way.kind))];
  const others = kinds.map((kind) => ({
    stages: CLEANING_STAGES.filter((stage) => stage.kind !== kind),
    sources: CANDIDATE_SOURCES.filter((source) => source.kind !== kind),
  }));
  const pages = results.map(({ page }) => {
    const [all, ...without] = captureInTurns(page, runs, [{}, ...others]);
    return { page, all: all!, without };
  });
  const f1Of = (html: (one: (typeof pages)[number]) => string) =>
    meanF1(
      pages.flatMap((one) => {
        const { truth, url } = one.page;
        if (truth === null) return [];
        return [matchTexts(truth, textOfBlocks(textBlocks(openArticle(html(one), url))))];
      }),
    );
  const f1 = f1Of(({ all }) => all.html);
  for (const [at, kind] of kinds.entries()) {
    const common = { bench: BENCH, n: pages.length, floor: 'all stages and candidates' };
    yield {
      ...common,
      case: `without ${kind}, F1`,
      value: Math.round((f1Of(({ without }) => without[at]!.html) - f1) * 10_000) / 10_000,
      unit: 'F1',
    };
    yield {
      ...common,
      case: `without ${kind}, time`,
      value: rounded(median(pages.map(({ all, without }) => without[at]!.ms / all.ms))),
      unit: 'x',
    };
  }
}
