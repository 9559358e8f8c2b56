import { type ChunkPage, type CorpusPage, readChunks, readCorpus } from './capture/corpus';
import { startScriptBrowser } from './capture/corpus-browser';
import { type Measurement, measureAll, startPageRunner, twice } from './capture/page-runner';
import { sameOnServer } from './capture/same-on-server';
import { type Match, matchTexts, meanF1 } from './capture/shingles';
import { browserTimes, timeFigures } from './capture/timing';
import {
  type CountedPage,
  countPhrases,
  losesAll,
  MAX_PHRASES_LOST,
  phraseFigures,
  phraseMeasures,
  phraseScore,
} from './extraction/chunks';
import { describeDifferences, differencesOf } from './extraction/differences';
import { compareWithEarlier } from './extraction/earlier-articles';
import { describeSpread, FOLDS, spreadOverFolds } from './extraction/folds';
import { MEASURES, UNITS } from './extraction/measures';
import {
  captureOnServer,
  type Extracted,
  openArticle,
  readabilityOnServer,
} from './extraction/on-server';
import { ownPages } from './extraction/own-pages';
import { takePictures } from './extraction/pictures';
import { ruleFigures } from './extraction/rules';
import { textBlocks, textOfBlocks } from './extraction/text-blocks';
import {
  type Bench,
  type Figure,
  median,
  NEEDS_CORPUS,
  NothingToMeasure,
  rounded,
  sum,
} from './figure';

const BENCH = 'extraction';
const AIMS = { precision: 0.96, recall: 0.98, F1: 0.972 };
/** Shares of the pages with phrases. */
const MAX_WORSE = 0.01;
const MAX_LOSING = 0.005;
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

type TextOnly = Pick<Extracted, 'html' | 'ms'>;

interface Result {
  readonly page: CorpusPage;
  readonly ours: TextOnly;
  readonly plain: TextOnly;
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
 * Compares the article with the text and the phrases that people have marked up, and with the article
 * of plain Readability in the same run: on the server's DOM, or in real Chromium with `--browser`.
 * With `--pictures` it only takes pictures of both articles of twenty pages, with `--rules` it only
 * leaves out each rule of the capture, with `--earlier` it only compares the articles with those of an
 * earlier commit.
 */
export const extractionBench: Bench = async function* (options) {
  const { corpus, only } = options;
  if (corpus === null) {
    throw new NothingToMeasure(NEEDS_CORPUS);
  }
  const all = await readCorpus(corpus);
  if (options.pictures !== null) {
    yield* takePictures(all, options.pictures, only);
    return;
  }
  const isMeant = ({ name }: CorpusPage) => name.includes(only);
  const pages = all.filter(isMeant);
  const chunks = (await readChunks(corpus)).filter(isMeant);
  if (options.earlier !== null) {
    yield* compareWithEarlier(BENCH, [...pages, ...chunks], options.earlier);
    return;
  }
  if (options.leavesOutRules) {
    yield* ruleFigures(BENCH, pages, chunks);
    return;
  }
  if (pages.length + chunks.length === 0) {
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
  const counted = chunks.map(count);
  if (counted.length > 0) {
    yield* phraseFigures(BENCH, counted);
    yield phraseFolds(counted);
    yield* worstPhrases(counted);
  }
  yield* elementsKept(results.filter(({ page }) => page.truth === null));
  yield* ownPages(BENCH, only);
  yield* times(results);
  if (options.inBrowser) {
    const articles = results.map(({ page, ours }) => ({ page, article: ours.html }));
    yield sameOnServer(BENCH, [...articles, ...(await articlesInBrowser(chunks))]);
  }
};

const onServer = (pages: readonly CorpusPage[], runs: number): Result[] =>
  pages.map((page) => ({
    page,
    ours: captureOnServer(page, runs),
    plain: readabilityOnServer(page, runs),
    measured: null,
  }));

async function inBrowser(pages: readonly CorpusPage[], runs: number): Promise<Result[]> {
  await using runner = await startPageRunner();
  return await measureAll(pages, async (page): Promise<Result | null> => {
    const measured = await runner.measure(page, runs);
    if (measured === null) return null;
    const { article, plainArticle, oursMs, plainMs } = measured;
    return {
      page,
      ours: { html: article, ms: median(oursMs) },
      plain: { html: plainArticle, ms: median(plainMs) },
      measured,
    };
  });
}

async function articlesInBrowser(pages: readonly CorpusPage[]) {
  await using browser = await startScriptBrowser('capture/in-page.ts');
  return await measureAll(pages, async (page) => {
    const article = await twice(page.name, () => browser.evaluate<string>(page, 'articleHtml()'));
    return article === null ? null : { page, article };
  });
}

function count(page: ChunkPage): CountedPage {
  const ours = captureOnServer(page, 1);
  const read = ({ html, title }: Extracted) => ({ title, body: openArticle(html, page.url) });
  return {
    page,
    ours: countPhrases(page, read(ours)),
    plain: countPhrases(page, read(readabilityOnServer(page, 1))),
    kind: ours.capture?.report.kind ?? 'none',
    language: ours.capture?.metadata.lang.split('-', 1)[0] ?? '',
  };
}

function phraseFolds(counted: readonly CountedPage[]): Figure {
  const spread = spreadOverFolds(
    counted,
    ({ page }) => page.name,
    (fold) => phraseMeasures(fold.map(({ ours }) => ours)).F1,
  );
  return {
    bench: BENCH,
    case: `phrases, mean F1 of ${FOLDS} folds`,
    value: rounded(spread.mean),
    unit: 'F1',
    floor: describeSpread(spread),
    n: counted.length,
  };
}

function* worstPhrases(counted: readonly CountedPage[]): Generator<Figure> {
  const lost = (page: CountedPage) => phraseScore(page.plain) - phraseScore(page.ours);
  const sets = [
    {
      what: 'one phrase or more worse',
      pages: counted.filter((page) => lost(page) > 0),
      maxShare: null,
    },
    {
      what: `more than ${MAX_PHRASES_LOST} phrase worse`,
      pages: counted.filter((page) => lost(page) > MAX_PHRASES_LOST),
      maxShare: MAX_WORSE,
    },
    {
      what: 'without any wanted phrase',
      pages: counted.filter(({ ours }) => losesAll(ours)),
      maxShare: MAX_LOSING,
    },
    {
      what: 'without a wanted phrase between two that are there',
      pages: counted.filter(({ ours }) => ours.between > 0),
      maxShare: MAX_LOSING,
    },
  ];
  const plainLosing = counted.filter(({ plain }) => losesAll(plain)).length;
  const plainBetween = counted.filter(({ plain }) => plain.between > 0).length;
  for (const { what, pages, maxShare } of sets) {
    const names = pages.map(({ page }) => page.name).join(', ');
    const max = maxShare === null ? null : Math.floor(maxShare * counted.length);
    yield {
      bench: BENCH,
      case: `pages ${what}${names && `: ${names}`}`,
      value: pages.length,
      unit: 'pages',
      floor: `plain Readability; it loses everything on ${plainLosing}, a phrase between two on ${plainBetween}`,
      ...(max !== null && { aim: `<=${max}`, met: pages.length <= max }),
      n: counted.length,
    };
  }
}

function score({ page, ours, plain }: Result): Scored[] {
  if (page.truth === null) return [];
  const [article, plainArticle] = [ours, plain].map(({ html }) => openArticle(html, page.url));
  const match = (root: Element) => matchTexts(page.truth ?? '', textOfBlocks(textBlocks(root)));
  return [{ page, article: article!, ours: match(article!), plain: match(plainArticle!) }];
}

function* nearness(scored: readonly Scored[]): Generator<Figure> {
  const n = scored.length;
  const [ours, plain] = [scored.map((one) => one.ours), scored.map((one) => one.plain)];
  const withoutCaptions = scored.map(({ page, article }) =>
    matchTexts(page.truth ?? '', textOfBlocks(textBlocks(article, 'script,style,figcaption'))),
  );
  for (const unit of UNITS) {
    const value = MEASURES[unit](ours);
    yield {
      bench: BENCH,
      case: `text, ${unit}`,
      value: rounded(value),
      unit,
      floor: `plain Readability: ${rounded(MEASURES[unit](plain))}`,
      aim: `>=${AIMS[unit]}`,
      met: value >= AIMS[unit],
      n,
    };
    yield {
      bench: BENCH,
      case: `text without captions, ${unit}`,
      value: rounded(MEASURES[unit](withoutCaptions)),
      unit,
      floor: 'the same articles, measured without figcaption',
      n,
    };
  }
  for (const unit of UNITS) {
    const spread = spreadOverFolds(
      scored,
      ({ page }) => page.name,
      (fold) => MEASURES[unit](fold.map((one) => one.ours)),
    );
    yield {
      bench: BENCH,
      case: `text, mean ${unit} of ${FOLDS} folds`,
      value: rounded(spread.mean),
      unit,
      floor: describeSpread(spread),
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
  const warm = results.map(({ page, ours, plain }) => ({
    name: page.name,
    ratio: ours.ms / plain.ms,
  }));
  return timeFigures(BENCH, "warm on the server's DOM", warm);
}
