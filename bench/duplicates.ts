import { createSketchSet, resembles, sketchText, type TextSketch } from '../src/domain/duplicates';
import { articleText } from '../src/library/search/document';
import { readCorpus } from './capture/corpus';
import { captureOnServer } from './extraction/on-server';
import { type Bench, type Figure, figuresOf, NEEDS_CORPUS, NothingToMeasure } from './figure';
import { type Random, randomOf } from './random';

const { value } = figuresOf('duplicates');
/** Shorter texts are not compared. */
const MIN_WORDS = 200;
const MIN_RECALL = 0.95;
const MANY = 100_000;

/** Changes a text, as copies of a page on other sites are changed. */
type Edit = (words: readonly string[], random: Random) => readonly string[];

/**
 * Measures how many copies of the texts of `corpus` are found when words, paragraphs or the header
 * and footer of the copies differ, and how many different texts are taken for copies. Measures the
 * time for 100,000 texts. All edits are seeded.
 */
export const duplicatesBench: Bench = async function* ({ corpus, runs, only }) {
  if (corpus === null) throw new NothingToMeasure(NEEDS_CORPUS);
  const texts = await readTexts(corpus, only);
  if (texts.length === 0) throw new NothingToMeasure(`there is no long text in ${corpus}`);
  const random = randomOf('copies');
  const vocabulary = texts.flat();
  const anyWord = () => vocabulary[random.below(vocabulary.length)] ?? '';
  const invented = (count: number) => Array.from({ length: count }, anyWord);
  const changed = (percent: number): Edit => {
    return (words) => words.map((word) => (random.happens(percent / 100) ? anyWord() : word));
  };
  const edits: Readonly<Record<string, Edit>> = {
    'the same text': (words) => words,
    '5 % of the words changed': changed(5),
    '10 % of the words changed': changed(10),
    'another header and footer': (words) => [...invented(15), ...words, ...invented(25)],
    'three paragraphs of 60 words added': (words) => {
      const [one, two] = [random.below(words.length), random.below(words.length)].toSorted(
        (a, b) => a - b,
      );
      const parts = [words.slice(0, one), words.slice(one, two), words.slice(two)];
      return parts.flatMap((part) => [...part, ...invented(60)]);
    },
  };
  const originals = texts.map(sketchOf);
  for (const [name, edit] of Object.entries(edits)) {
    const found = texts.filter((words, at) => {
      const original = originals[at];
      return original !== undefined && areJoined(original, sketchOf(edit(words, random)));
    });
    const share = [found.length / texts.length, 'of 1'] as const;
    const aim = { atLeast: MIN_RECALL };
    yield value(`copies found: ${name}`, share, texts.length, 'all copies', aim);
  }
  yield alike(originals);
  yield timeOfMany(Math.max(1, runs));
};

async function readTexts(corpus: string, only: string): Promise<readonly (readonly string[])[]> {
  const pages = (await readCorpus(corpus)).filter(({ name }) => name.includes(only));
  const texts = pages.map((page) => articleText(captureOnServer(page).html).match(/\S+/g) ?? []);
  return texts.filter(({ length }) => length >= MIN_WORDS);
}

function sketchOf(words: readonly string[]): TextSketch {
  const sketch = sketchText(words.join(' '));
  if (sketch === null) throw new Error('The text has too few words.');
  return sketch;
}

function areJoined(a: TextSketch, b: TextSketch): boolean {
  const set = createSketchSet<TextSketch>();
  set.add(a, a);
  set.add(b, b);
  let isJoined = false;
  const join = () => {
    isJoined = true;
  };
  Array.from(set.joinResembling(join));
  return isJoined;
}

/** Some pages of a corpus are copies of others, so this is an upper bound of the mistakes. */
function alike(sketches: readonly TextSketch[]): Figure {
  const pairs = sketches.flatMap((a, at) => sketches.slice(0, at).map((b) => resembles(a, b)));
  const taken = [pairs.filter(Boolean).length, 'pairs'] as const;
  const floor = 'pairs of pages that are copies in the corpus';
  return value('pairs of pages taken for copies', taken, pairs.length, floor);
}

function timeOfMany(runs: number): Figure {
  const random = randomOf('sketches');
  const sketches = Array.from({ length: MANY }, () =>
    Uint16Array.from({ length: 64 }, () => random.below(65_536)),
  );
  const times = Array.from({ length: runs }, () => {
    const began = performance.now();
    const set = createSketchSet<number>();
    for (const [at, sketch] of sketches.entries()) set.add(at, sketch);
    Array.from(set.joinResembling(() => {}));
    const ours = performance.now() - began;
    // As many steps of looking up each text in a hash table.
    const start = performance.now();
    for (let step = 0; step < 32; step += 1) {
      const seen = new Map<number, number>();
      for (const [at, sketch] of sketches.entries()) {
        seen.set((sketch[2 * step] ?? 0) * 65_536 + (sketch[2 * step + 1] ?? 0), at);
      }
    }
    return ours / (performance.now() - start);
  });
  const least = [Math.min(...times), 'x'] as const;
  return value(`comparing ${MANY} texts`, least, runs, 'a Map of the keys of each step');
}
