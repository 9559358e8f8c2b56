import { parseBody, parsePage } from '../../src/dom';
import type { CorpusPage } from '../capture/corpus';
import { startCorpusBrowser } from '../capture/corpus-browser';
import { captureOnServer } from '../extraction/on-server';
import { type Aim, type Figure, figuresOf } from '../figure';
import { hashOf } from '../random';
import { CONDITIONS, measurePage, type PageOutcomes, type Verdict } from './measure-page';
import { REPETITIVE_PAGES } from './repetitive-pages';
import { markNodes } from './truth';

const { value } = figuresOf('anchoring');

interface Options {
  /** True: in real Chromium. Otherwise in the server's DOM. */
  readonly isInBrowser: boolean;
  /** True: only the half of the pages that may be used for tuning. */
  readonly isTuning: boolean;
}

/** A larger page takes minutes to change and copy for all conditions. */
const MAX_HTML_LENGTH = 1_500_000;

/** A tenth of the pages is reported separately, and is never used for tuning. */
const isHeldOut = ({ name }: CorpusPage) => hashOf(name) % 10 === 0;
const isForTuning = ({ name }: CorpusPage) => hashOf(name) % 2 === 1;

/** The set of pages that are made with repetitive lines. */
const MADE = 'made repetitive';

/** A page is repetitive if fewer of its quotes occur only once. */
const MIN_UNIQUE = 0.6;

/** Measures how many highlights are found again on each set of pages. */
export async function* measureQuality(
  all: readonly CorpusPage[],
  { isInBrowser, isTuning }: Options,
): AsyncGenerator<Figure> {
  const small = all.filter(({ html }) => html.length <= MAX_HTML_LENGTH);
  const pages = isTuning ? small.filter((page) => isForTuning(page) && !isHeldOut(page)) : small;
  const sets = new Map<string, PageOutcomes[]>();
  await using browser = isInBrowser ? await startCorpusBrowser('anchoring/in-page.ts') : null;
  for (const page of pages) {
    const verdicts =
      browser === null
        ? measureInNode(page)
        : await browser.evaluate<PageOutcomes | null>(
            page,
            `measure(${JSON.stringify(page.name)})`,
          );
    if (verdicts === null) continue;
    const kind = verdicts.unique < MIN_UNIQUE ? 'repetitive' : 'other';
    const set = isHeldOut(page) ? `held-out, ${kind}` : kind;
    sets.set(set, [...(sets.get(set) ?? []), verdicts]);
  }
  const made = REPETITIVE_PAGES.map(measureInNode).filter((verdicts) => verdicts !== null);
  sets.set(MADE, made);
  for (const set of ['other', 'held-out, other', 'repetitive', 'held-out, repetitive', MADE]) {
    const measured = sets.get(set) ?? [];
    if (measured.length > 0) yield* setFigures(set, measured);
  }
}

function measureInNode({ name, url, html }: CorpusPage): PageOutcomes | null {
  const [page, marked] = [parsePage(html, url), parsePage(html, url)];
  if (page.body === null || marked.body === null || marked.documentElement === null) return null;
  // The server's DOM has everything of `Node` that is used here.
  markNodes(marked.body as unknown as Node);
  const { html: captured } = captureOnServer({ url, html: marked.documentElement.outerHTML });
  const article = captured === '' ? null : parseBody(captured);
  return measurePage({
    name,
    page: page.body as unknown as Node,
    article: article as unknown as Node | null,
  });
}

/** The least share of right places and the greatest share of wrong ones, in per cent. */
const AIMS: Readonly<Record<string, readonly [right: number, wrong: number]>> = {
  same: [100, 0],
  // Nothing tells the copies of a text apart if the context is the same too.
  'same, by quote': [99, 0.05],
  P1: [98, 0.1],
  P2: [99.3, 0.1],
  P3: [100, 0],
  P4: [100, 0],
  P5: [100, 0],
  P6: [98, 0.1],
  P7: [100, 0],
  P8: [96, 0.3],
  'page to article': [99, 0.05],
  'article to page': [99, 0.05],
  'article to changed page': [95.5, 1],
  'article to changed lines': [0, 1],
};
const MAX_DELETED_AS_SURE = 0.2;

const VERDICTS = ['right', 'partial', 'wrong', 'unsure right', 'unsure wrong', 'lost'] as const;

function aimOf(name: string, right: number, wrong: number): Aim | null {
  const aim = AIMS[name];
  if (aim === undefined) return null;
  const met = right >= aim[0] && wrong <= aim[1];
  return { aim: `>=${aim[0]}, <=${aim[1]} wrong`, met };
}

function* setFigures(set: string, pages: readonly PageOutcomes[]): Generator<Figure> {
  const outcomes = pages.flatMap((page) => page.outcomes);
  for (const condition of CONDITIONS) {
    const all = outcomes.filter((outcome) => outcome.condition === condition);
    const groups = condition.startsWith('P9')
      ? {
          [`${condition}, deleted`]: all.filter((it) => it.isDeleted),
          [`${condition}, kept`]: all.filter((it) => !it.isDeleted),
        }
      : { [condition]: all };
    for (const [name, group] of Object.entries(groups)) {
      if (group.length === 0) continue;
      const percent = (verdict: Verdict) =>
        (100 * group.filter((outcome) => outcome.verdict === verdict).length) / group.length;
      const [right, wrong] = [percent('right'), percent('wrong')];
      const shares = VERDICTS.map((verdict) => `${verdict} ${percent(verdict).toFixed(2)}`);
      const figure = (share: number, aim: Aim | null) =>
        value(`${set} pages: ${name}`, [share, '%'], group.length, shares.join(', '), aim);
      const asSure = `<=${MAX_DELETED_AS_SURE} painted as sure`;
      yield name.endsWith(', deleted')
        ? figure(wrong, { aim: asSure, met: wrong <= MAX_DELETED_AS_SURE })
        : figure(right, aimOf(name, right, wrong));
    }
  }
  yield missesOf(set, outcomes);
}

/**
 * A highlight is missed if its text is in the page and less than 80 % of it is shown as sure. The list
 * of doubtful highlights has those that Leafmark found nowhere or not for certain.
 */
function missesOf(set: string, outcomes: PageOutcomes['outcomes']): Figure {
  const misses = outcomes.filter(({ verdict, isDeleted }) => !isDeleted && verdict !== 'right');
  const count = (verdict: Verdict) => misses.filter((miss) => miss.verdict === verdict).length;
  const listed = count('unsure right') + count('unsure wrong') + count('lost');
  const shares = VERDICTS.slice(1).map((verdict) => `${count(verdict)} ${verdict}`);
  const share = misses.length === 0 ? 100 : (100 * listed) / misses.length;
  const floor = `${listed} of ${misses.length} misses: ${shares.join(', ')}`;
  const name = `${set} pages: misses that the detached list has`;
  return value(name, [share, '%'], outcomes.length, floor, { atLeast: 100 });
}
