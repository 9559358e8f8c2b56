// Makes highlights in one page, changes it, and looks for them. It runs in Node and in browsers.
import {
  type Anchoring,
  addRivals,
  anchorHighlights,
  createTextIndex,
  nodeIndexAt,
  positionOf,
  quoteOf,
  runAtOnce,
  serialiseSpan,
  type TextIndex,
  type TextSpan,
  type WantedHighlight,
} from '../../src/anchoring';
import { CHANGES, type ChangeName } from './changes';
import { type Random, randomOf } from './random';
import { copyTree, identify, identifyArticle, NO_ID, Target, type TrueTree } from './truth';

/** A page and the article that the capture makes of it, both in the DOM that is measured. */
export interface PageToMeasure {
  readonly name: string;
  /** The root of the page's text. */
  readonly page: Node;
  /** The article of the page whose text nodes are marked; null if there is none. */
  readonly article: Node | null;
}

export const CONDITIONS = [
  ...['same', 'same, by quote', ...Object.keys(CHANGES)],
  ...['page to article', 'article to page', 'article to changed page'],
] as const;

/**
 * - `right`: at least 80 % of the characters of both, or rightly not found;
 * - `partial`: less of it;
 * - `wrong`: elsewhere, and shown as sure;
 * - `unsure`: shown, but a person has to confirm it;
 * - `lost`: not found.
 */
export type Verdict = 'right' | 'partial' | 'wrong' | 'unsure right' | 'unsure wrong' | 'lost';

export interface Outcome {
  readonly condition: string;
  readonly verdict: Verdict;
  /** True if the quoted text is no longer in the page. */
  readonly isDeleted: boolean;
  readonly wanted: WantedHighlight;
  readonly found: Anchoring;
  readonly shown: string;
}

export interface PageOutcomes {
  /** The share of the quotes that occur once in the page. */
  readonly unique: number;
  readonly outcomes: readonly Outcome[];
}

const QUOTES = 20;
const [MIN_LENGTH, MAX_LENGTH] = [20, 200];
const MIN_ARTICLE_LENGTH = 400;
const RIGHT_OVERLAP = 0.8;
/** If less of a quote is left, it counts as deleted. */
const MIN_LEFT = 0.2;

/** Measures all conditions. Returns null if the page has no article that is long enough. */
export function measurePage({ name, page, article }: PageToMeasure): PageOutcomes | null {
  if (article === null) return null;
  const truePage = identify(page);
  const source = new Target(truePage);
  const trueArticle = identifyArticle(article, source.index);
  const articleSource = new Target(trueArticle);
  if (articleSource.index.text.length < MIN_ARTICLE_LENGTH) return null;
  const quotes = takeQuotes(randomOf(name), articleSource, source);
  if (quotes.length === 0) return null;
  const outcomes: Outcome[] = [];
  const run = (
    condition: string,
    from: Target,
    spanOf: (quote: TakenQuote) => TextSpan,
    to: Target,
    hasPlace: boolean,
  ) => {
    const truths = quotes.map((quote) => from.idsIn(spanOf(quote)));
    const wanted = quotes.map((quote) => wantedOf(from.index, spanOf(quote), hasPlace));
    const found = runAtOnce(anchorHighlights(to.index, wanted));
    wanted.forEach((each, at) => {
      const anchoring = found[at] ?? { kind: 'detached' };
      const outcome = judge(
        to,
        from === to ? from.unitsOf(truths[at] ?? []) : to.unitsOf(truths[at] ?? []),
        truths[at]?.size ?? 0,
        anchoring,
      );
      const shown =
        anchoring.kind === 'detached'
          ? ''
          : anchoring.parts.map(({ start, end }) => to.index.text.slice(start, end)).join(' | ');
      outcomes.push({ condition, ...outcome, wanted: each, found: anchoring, shown });
    });
  };
  const inPage = ({ page: span }: TakenQuote) => span;
  const inArticle = ({ article: span }: TakenQuote) => span;
  run('same', source, inPage, source, true);
  run('same, by quote', source, inPage, source, false);
  const words = [...new Set(source.index.text.match(/\p{L}{2,}/gu) ?? ['word'])];
  const changedTree = (change: ChangeName): Target => {
    const copy = copyTree(truePage);
    const quoted = quotes.map(({ page: span }) => nodesIn(copy, source.index, span));
    CHANGES[change]({ ...copy, random: randomOf(`${name} ${change}`), words, quoted });
    return new Target(copy);
  };
  for (const change of Object.keys(CHANGES) as ChangeName[]) {
    const changed = changedTree(change);
    run(change, source, inPage, changed, true);
    if (change === 'P8') run('article to changed page', articleSource, inArticle, changed, false);
  }
  run('page to article', source, inPage, articleSource, false);
  run('article to page', articleSource, inArticle, source, false);
  const folded = (text: string) => text.replace(/\s+/g, '');
  const whole = folded(source.index.text);
  const isUnique = ({ page: { start, end } }: TakenQuote) => {
    const text = folded(source.index.text.slice(start, end));
    return whole.indexOf(text) === whole.lastIndexOf(text);
  };
  return { unique: quotes.filter(isUnique).length / quotes.length, outcomes };
}

function wantedOf(index: TextIndex, span: TextSpan, hasPlace: boolean): WantedHighlight {
  const quote = quoteOf(index, span);
  if (!hasPlace) return { quote };
  const selectors = serialiseSpan(index, span);
  return {
    quote,
    position:
      runAtOnce(addRivals(index, [{ quote, position: positionOf(index, span) }]))[0] ?? null,
    selectors: selectors.ok ? selectors.value : null,
  };
}

function judge(
  target: Target,
  truth: ReadonlySet<number>,
  size: number,
  found: Anchoring,
): Pick<Outcome, 'verdict' | 'isDeleted'> {
  const isDeleted = truth.size < MIN_LEFT * size;
  if (found.kind === 'detached') return { verdict: isDeleted ? 'right' : 'lost', isDeleted };
  const overlap = isDeleted ? 0 : target.overlap(truth, found.parts);
  const isRight = overlap >= RIGHT_OVERLAP;
  if (found.kind === 'unsure') {
    return { verdict: isRight ? 'unsure right' : 'unsure wrong', isDeleted };
  }
  if (isRight) return { verdict: 'right', isDeleted };
  return { verdict: overlap > 0 ? 'partial' : 'wrong', isDeleted };
}

/** A passage of the article and the same passage of the page. */
interface TakenQuote {
  readonly article: TextSpan;
  readonly page: TextSpan;
}

/** Takes passages that start and end with a word, and whose ends are in the page too. */
function takeQuotes(random: Random, article: Target, page: Target): TakenQuote[] {
  const { text } = article.index;
  const quotes: TakenQuote[] = [];
  for (let tries = 0; quotes.length < QUOTES && tries < 20 * QUOTES; tries += 1) {
    const from = random.below(text.length);
    const length = MIN_LENGTH + random.below(MAX_LENGTH - MIN_LENGTH + 1);
    const start = from + 1 + text.slice(from).search(/\s\S/);
    const end = start + text.slice(start, start + length).trimEnd().length;
    const isCut = /\S/.test(text[end] ?? ' ');
    const last = isCut ? start + text.slice(start, end).search(/\s+\S*$/) : end;
    if (start <= from || last - start < MIN_LENGTH) continue;
    const [firstId, lastId] = [article.idAt(start), article.idAt(last - 1)];
    if (firstId === NO_ID || lastId === NO_ID || lastId < firstId) continue;
    const span = { start: firstId, end: lastId + 1 };
    if (span.end - span.start > 3 * (last - start) + 500) continue;
    const kept = [...page.idsIn(span)].filter((id) => article.unitsOf([id]).size === 1);
    if (kept.length < (last - start) / 2) continue;
    quotes.push({ article: { start, end: last }, page: span });
  }
  return quotes;
}

/** The text nodes of a copy of the page in which a span of the page is. */
function nodesIn(copy: TrueTree, page: TextIndex, { start, end }: TextSpan): Text[] {
  const { nodes } = createTextIndex(copy.root);
  return nodes.slice(nodeIndexAt(page, start), nodeIndexAt(page, end - 1) + 1);
}
