// Makes highlights in one page, changes it, and looks for them. It runs in Node and in browsers.
import {
  type Anchoring,
  addRivals,
  anchorInRoots,
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
import { type Random, randomOf } from '../random';
import { CHANGES, type ChangeName } from './changes';
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
  ...['same', 'same, by quote', ...Object.keys(CHANGES), 'P9 after a first search'],
  ...['page to article', 'article to page', 'article to changed page', 'article to changed lines'],
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
    take: Take,
  ) => {
    const truths = quotes.map((quote) => from.idsIn(spanOf(quote)));
    const wanted = take(from.index, quotes.map(spanOf));
    const found = runAtOnce(anchorInRoots([to.index], wanted));
    wanted.forEach((_, at) => {
      const anchoring = found[at] ?? { kind: 'detached' };
      const size = truths[at]?.size ?? 0;
      outcomes.push({ condition, ...judge(to, to.unitsOf(truths[at] ?? []), size, anchoring) });
    });
  };
  const inPage = ({ page: span }: TakenQuote) => span;
  const inArticle = ({ article: span }: TakenQuote) => span;
  run('same', source, inPage, source, made);
  run('same, by quote', source, inPage, source, received);
  const words = [...new Set(source.index.text.match(/\p{L}{2,}/gu) ?? ['word'])];
  const changedTree = (change: ChangeName): Target => {
    const copy = copyTree(truePage);
    const quoted = quotes.map(({ page: span }) => nodesIn(copy, source.index, span));
    CHANGES[change]({ ...copy, random: randomOf(`${name} ${change}`), words, quoted });
    return new Target(copy);
  };
  for (const change of Object.keys(CHANGES) as ChangeName[]) {
    const changed = changedTree(change);
    run(change, source, inPage, changed, made);
    if (change === 'P8') {
      run('article to changed page', articleSource, inArticle, changed, received);
    }
    if (change === 'P10') {
      run('article to changed lines', articleSource, inArticle, changed, received);
    }
    if (change === 'P9') run('P9 after a first search', source, inPage, changed, firstFound);
  }
  run('page to article', source, inPage, articleSource, received);
  run('article to page', articleSource, inArticle, source, received);
  const folded = (text: string) => text.replace(/\s+/g, '');
  const whole = folded(source.index.text);
  const isUnique = ({ page: { start, end } }: TakenQuote) => {
    const text = folded(source.index.text.slice(start, end));
    return whole.indexOf(text) === whole.lastIndexOf(text);
  };
  return { unique: quotes.filter(isUnique).length / quotes.length, outcomes };
}

/** Makes highlights of spans. */
type Take = (index: TextIndex, spans: readonly TextSpan[]) => readonly WantedHighlight[];

/** Without a position, as from another device. */
const received: Take = (index, spans) => spans.map((span) => ({ quote: quoteOf(index, span) }));

/** With the position and the selectors of the place where a person made it. */
const made: Take = (index, spans) => {
  const taken = spans.map((span) => ({
    quote: quoteOf(index, span),
    position: positionOf(index, span),
  }));
  const positions = runAtOnce(addRivals(index, taken));
  return taken.map(({ quote, position }, at) => {
    const selectors = serialiseSpan(index, spans[at] ?? position);
    return {
      quote,
      position: positions[at] ?? position,
      selectors: selectors.ok ? selectors.value : null,
    };
  });
};

/** Received, and with the position that a search in the same page stored if it was sure. */
const firstFound: Take = (index, spans) => {
  const wanted = received(index, spans);
  const found = runAtOnce(anchorInRoots([index], wanted));
  return wanted.map(({ quote }, at) => {
    const place = found[at];
    if (place?.kind !== 'sure') return { quote, isDoubted: place?.kind === 'unsure' };
    return { quote, position: { ...positionOf(index, place.span), ...place.rivals } };
  });
};

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
