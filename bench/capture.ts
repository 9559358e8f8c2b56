import { captureSource } from '../server/extraction/reading/read-page';
import { type CorpusPage, readCorpus } from './capture/corpus';
import type { ElementCounts } from './capture/in-page';
import { type Measurement, startPageRunner } from './capture/page-runner';
import { type Match, matchTexts, meanF1 } from './capture/shingles';
import { type Bench, type Figure, median, NothingToMeasure, rounded, sum } from './figure';

const BENCH = 'capture';
const TIME_FLOOR = 'clone and Readability.parse';
const MAX_OVERHEAD = 1.5;
const WORST = 10;
/** Images are not included: they are read after the page is saved. */
const CAPTURE_STEPS = [
  'measure',
  'clone',
  'repair',
  'metadata',
  'extract',
  'sanitise',
  'count',
] as const;

interface Result {
  readonly page: CorpusPage;
  readonly measured: Measurement;
  readonly oursMs: number;
  readonly plainMs: number;
  readonly ratio: number;
}

/**
 * Compares the whole capture without images with plain Readability on the same pages: time,
 * elements kept, and similarity to the marked-up text. It runs in real Chromium on the pages of
 * `--corpus`.
 */
export const captureBench: Bench = async function* ({ corpus, runs, only }) {
  if (corpus === null) {
    throw new NothingToMeasure('needs --corpus DIR, a folder with pages (docs/capture.md).');
  }
  const pages = (await readCorpus(corpus)).filter(({ name }) => name.includes(only));
  if (pages.length === 0) {
    const which = only === '' ? 'no page' : `no page whose name holds "${only}"`;
    throw new NothingToMeasure(`there is ${which} in ${corpus} (docs/capture.md says what is).`);
  }
  const results: Result[] = [];
  await using runner = await startPageRunner();
  for (const page of pages) {
    const measured = await runner.measure(page, runs);
    const [oursMs, plainMs] = [median(measured.ours.timesMs), median(measured.plain.timesMs)];
    results.push({ page, measured, oursMs, plainMs, ratio: oursMs / plainMs });
  }
  yield* overhead(results);
  yield* elementsKept(results);
  yield* nearness(results);
  yield sameOnServer(results);
};

/** Counts the pages whose article differs between the server's DOM and Chromium, and names them. */
function sameOnServer(results: readonly Result[]): Figure {
  const others = results.filter(({ page, measured }) => {
    const { capture } = captureSource({
      url: page.url,
      bytes: Buffer.from(page.html),
      contentType: 'text/html; charset=utf-8',
      findsMain: true,
    });
    return (capture.article?.html ?? '') !== measured.article;
  });
  const names = others.map(({ page }) => page.name).join(', ');
  return {
    bench: BENCH,
    case: `articles that differ on the server${names && `: ${names}`}`,
    value: others.length,
    unit: 'pages',
    floor: 'the capture in Chromium',
    n: results.length,
  };
}

function* overhead(results: readonly Result[]): Generator<Figure> {
  const n = results.length;
  const ratio = (value: number) => ({ value: rounded(value), unit: 'x', floor: TIME_FLOOR, n });
  const middle = median(results.map((result) => result.ratio));
  const all = sum(results.map(({ oursMs }) => oursMs)) / sum(results.map(({ plainMs }) => plainMs));
  const aim = { aim: `<=${MAX_OVERHEAD}` };
  yield { bench: BENCH, case: 'overhead', ...ratio(middle), ...aim, met: middle <= MAX_OVERHEAD };
  yield {
    bench: BENCH,
    case: 'overhead over all pages',
    ...ratio(all),
    ...aim,
    met: all <= MAX_OVERHEAD,
  };
  const first = results.map(({ measured }) => measured.firstMs.ours / measured.firstMs.plain);
  yield { bench: BENCH, case: 'overhead of the first run in a page', ...ratio(median(first)) };
  for (const step of CAPTURE_STEPS) {
    const shares = results.map(
      ({ measured, plainMs }) => median(measured.ours.stepsMs.map((ms) => ms[step] ?? 0)) / plainMs,
    );
    yield { bench: BENCH, case: `overhead, step ${step}`, ...ratio(median(shares)) };
  }
  const worst = results.toSorted((a, b) => b.ratio - a.ratio).slice(0, WORST);
  for (const result of worst) {
    yield {
      bench: BENCH,
      case: `worst overhead: ${result.page.name}`,
      ...ratio(result.ratio),
      floor: `${TIME_FLOOR}: ${rounded(result.plainMs)} ms`,
      n: 1,
    };
  }
}

function* elementsKept(results: readonly Result[]): Generator<Figure> {
  const kinds: readonly (keyof ElementCounts)[] = ['images', 'code', 'tables', 'headings'];
  for (const kind of kinds) {
    const counts = results.map(({ page, measured }) => ({
      name: page.name,
      ours: measured.ours.elements[kind],
      plain: measured.plain.elements[kind],
    }));
    const [ours, plain] = [
      sum(counts.map((count) => count.ours)),
      sum(counts.map((count) => count.plain)),
    ];
    const floor = `plain Readability keeps ${plain}`;
    const kept = { bench: BENCH, unit: kind, floor };
    yield {
      ...kept,
      case: `${kind} kept`,
      value: ours,
      aim: `>=${plain}`,
      met: ours >= plain,
      n: counts.length,
    };
    const fewer = counts
      .filter((count) => count.ours < count.plain)
      .toSorted((a, b) => a.ours - a.plain - (b.ours - b.plain));
    for (const count of fewer.slice(0, WORST)) {
      yield {
        ...kept,
        case: `fewer ${kind}: ${count.name}`,
        value: count.ours,
        floor: `plain Readability keeps ${count.plain}`,
        n: 1,
      };
    }
  }
}

function* nearness(results: readonly Result[]): Generator<Figure> {
  const matches = results.flatMap(({ page, measured }) => {
    if (page.truth === null) return [];
    const ours = matchTexts(page.truth, measured.ours.text);
    const plain = matchTexts(page.truth, measured.plain.text);
    return [{ name: page.name, ours, plain }];
  });
  if (matches.length === 0) return;
  const score = { bench: BENCH, unit: 'F1', n: matches.length };
  const ours = meanF1(matches.map((match) => match.ours));
  const plain = rounded(meanF1(matches.map((match) => match.plain)));
  yield {
    ...score,
    case: 'text',
    value: rounded(ours),
    floor: `plain Readability: ${plain}`,
    aim: `>=${plain}`,
    met: rounded(ours) >= plain,
  };
  const f1 = (match: Match) => rounded(meanF1([match]) || 0);
  const worst = matches.toSorted((a, b) => f1(a.ours) - f1(b.ours)).slice(0, WORST);
  for (const match of worst) {
    yield {
      ...score,
      case: `worst text: ${match.name}`,
      value: f1(match.ours),
      floor: `plain Readability: ${f1(match.plain)}`,
      n: 1,
    };
  }
}
