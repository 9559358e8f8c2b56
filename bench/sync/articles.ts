import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NothingToMeasure } from '../figure';
import { createWords } from '../server/random-text';

export interface MadeArticle {
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly wordCount: number;
}

/** Returns the article of the nth bookmark. */
export type Articles = (n: number) => MadeArticle;

const PARAGRAPHS = 20;
const WORDS_IN_PARAGRAPH = 45;

/** Makes articles of 900 random words, 12 kB each. */
export function madeArticles(): Articles {
  const words = createWords();
  return () => ({
    title: words.text(7),
    description: words.text(20),
    html: `<section>${Array.from({ length: PARAGRAPHS }, () => `<p>${words.text(WORDS_IN_PARAGRAPH)}</p>`).join('\n')}</section>`,
    wordCount: PARAGRAPHS * WORDS_IN_PARAGRAPH,
  });
}

/** Repeats the articles of `folder`, `readability/NAME/expected.html`. Throws if it has none. */
export async function corpusArticles(folder: string): Promise<Articles> {
  const pages = join(folder, 'readability');
  const names = await readdir(pages).catch(() => []);
  const read = names.map((name) => readFile(join(pages, name, 'expected.html'), 'utf8'));
  const texts = await Promise.all(read);
  const words = createWords();
  if (texts.length === 0) throw new NothingToMeasure(`No articles in ${pages}.`);
  return (n) => ({
    title: words.text(7),
    description: words.text(20),
    html: texts[n % texts.length] ?? '',
    wordCount: WORDS_IN_PARAGRAPH * PARAGRAPHS,
  });
}
