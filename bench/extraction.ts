import { type ChunkPage, type CorpusPage, readChunks, readCorpus } from './capture/corpus';
import { startCorpusBrowser } from './capture/corpus-browser';
import { type Measurement, measureAll, startPageRunner, twice } from './capture/page-runner';
import { f1Of, type Match, MEASURES, matchTexts, UNITS } from './capture/shingles';
import { browserTimes, sameOnServer, timeFigures } from './capture/timing';
import { type CountedPage, countPhrases, phraseFigures } from './extraction/chunks';
import { describeDifferences, differencesOf } from './extraction/differences';
import { compareWithEarlier } from './extraction/earlier-articles';
import { foldFigure } from './extraction/folds';
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
  figuresOf,
  median,
  NEEDS_CORPUS,
  NothingToMeasure,
  rounded,
  sum,
} from './figure';

const BENCH = 'extraction';
const AIMS = { precision: 0.96, recall: 0.98, F1: 0.972 };
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
const { value } = figuresOf(BENCH);

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
  const { corpus, only, runs, pictures, earlier } = options;
  if (corpus === null) throw new NothingToMeasure(NEEDS_CORPUS);
  const all = await readCorpus(corpus);
  if (pictures !== null) return yield* takePictures(all, pictures, only);
  const isMeant = ({ name }: CorpusPage) => name.includes(only);
  const pages = all.filter(isMeant);
  const chunks = (await readChunks(corpus)).filter(isMeant);
  if (earlier !== null) return yield* compareWithEarlier([...pages, ...chunks], earlier);
  if (options.leavesOutRules) return yield* ruleFigures(pages, chunks);
  if (pages.length + chunks.length === 0) {
    throw new NothingToMeasure(`there is no page in ${corpus} whose name holds "${only}".`);
  }
  const results = options.inBrowser ? await inBrowser(pages, runs) : onServer(pages, runs);
  const scored = results.flatMap(score);
  if (scored.length > 0) {
    yield* nearness(scored);
    yield* worstPages(scored);
  }
  if (chunks.length > 0) yield* phraseFigures(chunks.map(count));
  yield* elementsKept(results.filter(({ page }) => page.truth === null));
  yield* ownPages(only);
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
    const ours = { html: article, ms: median(oursMs) };
    return { page, ours, plain: { html: plainArticle, ms: median(plainMs) }, measured };
  });
}

async function articlesInBrowser(pages: readonly CorpusPage[]) {
  await using browser = await startCorpusBrowser('capture/in-page.ts');
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
    const measure = MEASURES[unit];
    const floor = `plain Readability: ${rounded(measure(plain))}`;
    yield value(`text, ${unit}`, [measure(ours), unit], n, floor, { atLeast: AIMS[unit] });
    const other = [measure(withoutCaptions), unit] as const;
    const same = 'the same articles, measured without figcaption';
    yield value(`text without captions, ${unit}`, other, n, same);
  }
  for (const unit of UNITS) {
    yield foldFigure('text', unit, scored, (fold) => MEASURES[unit](fold.map((one) => one.ours)));
  }
}

function* worstPages(scored: readonly Scored[]): Generator<Figure> {
  const lost = scored.filter(({ ours, plain }) => f1Of(ours) < f1Of(plain) - MAX_LOSS);
  const names = lost.map(({ page }) => page.name).join(', ');
  const worse = `pages whose F1 is worse by more than ${MAX_LOSS}${names && `: ${names}`}`;
  const aim = { atMost: 0 };
  yield value(worse, [lost.length, 'pages'], scored.length, 'plain Readability', aim);
  const worst = scored.toSorted((a, b) => f1Of(a.ours) - f1Of(b.ours)).slice(0, WORST);
  for (const { page, ours, plain, article } of worst) {
    const why = describeDifferences(differencesOf(page.truth ?? '', textBlocks(article)));
    const floor = `plain Readability: ${rounded(f1Of(plain))}`;
    yield value(`worst text: ${page.name}: ${why}`, [f1Of(ours), 'F1'], 1, floor);
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
    const [ours, plain] = [sum(counts.map((one) => one.ours)), sum(counts.map((one) => one.plain))];
    const keeps = (all: number) => `plain Readability keeps ${all}`;
    const aim = { atLeast: plain };
    yield value(`${unit} kept`, [ours, unit], results.length, keeps(plain), aim);
    const fewer = counts.filter((one) => one.ours < one.plain);
    for (const one of fewer.toSorted((a, b) => a.ours - a.plain - (b.ours - b.plain))) {
      yield value(`fewer ${unit}: ${one.name}`, [one.ours, unit], 1, keeps(one.plain));
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
