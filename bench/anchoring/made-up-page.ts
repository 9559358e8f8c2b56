import { positionOf, quoteOf, type TextIndex, type WantedHighlight } from '../../src/anchoring';
import { parseBody } from '../../src/dom';
import type { Random } from '../random';

const TEXT_LENGTH = 1_000_000;

/** Takes highlights of 40 to 200 characters at any places of a text. */
export const highlightsIn = (
  index: TextIndex,
  count: number,
  random: Random,
): readonly WantedHighlight[] =>
  Array.from({ length: count }, () => {
    const start = index.text.indexOf(' ', random.below(index.text.length - 400)) + 1;
    const end = index.text.lastIndexOf(' ', start + 40 + random.below(160));
    return { quote: quoteOf(index, { start, end }), position: positionOf(index, { start, end }) };
  });

/** Returns paragraphs with an element in each, as pages have them. */
export const htmlOf = (paragraphs: readonly string[]): string =>
  paragraphs.map((text) => `<p>${text.replace(/ (\w+)/, ' <em>$1</em>')}</p>`).join('\n');

/** Returns the body of a page of paragraphs. */
export function treeOf(paragraphs: readonly string[]): Node {
  // The server's DOM has everything of `Node` that is used here.
  return parseBody(htmlOf(paragraphs)) as unknown as Node;
}

/** Returns paragraphs with a million characters together. */
export function paragraphsOf(random: Random): string[] {
  const paragraphs: string[] = [];
  for (let length = 0; length < TEXT_LENGTH; length += paragraphs.at(-1)?.length ?? 0) {
    paragraphs.push(Array.from({ length: 2 + random.below(6) }, () => sentence(random)).join(' '));
  }
  return paragraphs;
}

const SYLLABLES =
  'ba be bri co da den el fa for gan hi in ka le lo mar men no or pa re sa sti ta the tor un vel wa zi'.split(
    ' ',
  );

function word(random: Random): string {
  // Low numbers are frequent, as common words are.
  const rank = Math.floor(5000 ** (random.below(1000) / 1000));
  const parts = [
    SYLLABLES[rank % 30],
    SYLLABLES[Math.floor(rank / 30) % 30],
    SYLLABLES[(rank * 7) % 30],
  ];
  return parts.slice(0, 1 + (rank % 3)).join('');
}

export const sentence = (random: Random) =>
  `${Array.from({ length: 6 + random.below(20) }, () => word(random)).join(' ')}.`;

/** A highlight with other words in place of one in six. */
export function damagedOf(random: Random, { quote, position }: WantedHighlight): WantedHighlight {
  const words = quote.exact.split(' ').map((each) => (random.happens(1 / 6) ? 'changed' : each));
  return { quote: { ...quote, exact: words.join(' ') }, position: position ?? null };
}
