// Runs in the measured page, like `capture.js`.
import { Readability } from '@mozilla/readability';
import { captureDocument } from '../../src/capture';
import type { CaptureReport } from '../../src/domain';

export const ELEMENTS = {
  images: 'img[src]',
  code: 'pre',
  tables: 'table',
  headings: 'h1,h2,h3,h4,h5,h6',
};
export type ElementCounts = Readonly<Record<keyof typeof ELEMENTS, number>>;

/** The result of one side for the page. */
export interface Side {
  readonly timesMs: readonly number[];
  readonly text: string;
  readonly elements: ElementCounts;
}

export interface PageMeasurement {
  /** The article's HTML; empty if there is none. */
  readonly article: string;
  /** The HTML that Readability returns. */
  readonly plainArticle: string;
  readonly ours: Side & {
    /** One entry per run. */
    readonly stepsMs: readonly CaptureReport['durationsMs'][];
  };
  readonly plain: Side;
}

const MAX_RUNS = 51;
const ENOUGH_MS = 400;

/** With names for the page's own images, as the capture script requests them. */
const capture = () => captureDocument(document, { inlineImages: new Map() });
const parse = () => new Readability(document.cloneNode(true) as Document).parse();

/** Returns the milliseconds of one run of one side in a page where nothing has run before. */
export function measureFirst(side: 'ours' | 'plain'): number {
  return timed(side === 'ours' ? capture : parse);
}

/**
 * Captures the page in both ways, in turns, after one warm-up run of each: at least `runs` times,
 * and more often for a fast page, because the clock has a resolution of 0.1 ms.
 */
export function measure(runs: number): PageMeasurement {
  let [outcome, parsed] = [capture(), parse()];
  const [oursMs, plainMs]: [number[], number[]] = [[], []];
  const stepsMs: CaptureReport['durationsMs'][] = [];
  const ours = () => {
    oursMs.push(timed(() => (outcome = capture())));
    if (outcome.kind === 'captured') stepsMs.push(outcome.capture.report.durationsMs);
  };
  const plain = () => plainMs.push(timed(() => (parsed = parse())));
  const until = performance.now() + ENOUGH_MS;
  for (let run = 0; run < runs || (run < MAX_RUNS && performance.now() < until); run += 1) {
    // Each side goes first equally often.
    for (const side of run % 2 === 0 ? [ours, plain] : [plain, ours]) side();
  }
  const captured = outcome.kind === 'captured' ? outcome.capture : null;
  // With the page's own images, as the server receives it.
  const whole = captureDocument(document);
  return {
    article: (whole.kind === 'captured' && whole.capture.article?.html) || '',
    plainArticle: parsed?.content ?? '',
    ours: {
      ...described(captured?.article?.html ?? ''),
      timesMs: oursMs,
      stepsMs,
    },
    plain: { ...described(parsed?.content ?? ''), timesMs: plainMs },
  };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function described(html: string): Pick<Side, 'text' | 'elements'> {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const count = (selector: string) => body.querySelectorAll(selector).length;
  return {
    text: textOf(body),
    elements: {
      images: count(ELEMENTS.images),
      code: count(ELEMENTS.code),
      tables: count(ELEMENTS.tables),
      headings: count(ELEMENTS.headings),
    },
  };
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** Returns the text with a line break around each block, so that words stay separate. */
function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  const inner = [...node.childNodes].map(textOf).join('');
  return INLINE.has(node.nodeName.toLowerCase()) ? inner : `\n${inner}\n`;
}
