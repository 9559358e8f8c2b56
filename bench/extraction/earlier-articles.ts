import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { CorpusPage } from '../capture/corpus';
import { type Figure, figuresOf } from '../figure';
import { captureOnServer } from './on-server';

const { value } = figuresOf('extraction');

/**
 * Compares the articles and the metadata with those of an earlier commit, byte for byte. It always
 * uses the server's DOM, which hides no elements by style sheets. `file` has the hashes as lines of
 * `hash  name`. If it does not exist, it is written.
 */
export async function* compareWithEarlier(
  pages: readonly CorpusPage[],
  file: string,
): AsyncGenerator<Figure> {
  const hashes = pages.map((page) => `${hashOf(page)}  ${page.name}`);
  const n = pages.length;
  if (!existsSync(file)) {
    await writeFile(file, hashes.join('\n'));
    yield value('articles written to the file', [n, 'pages'], n, file);
    return;
  }
  const earlier = new Set((await readFile(file, 'utf8')).split('\n'));
  const others = hashes.filter((line) => !earlier.has(line));
  const names = others.map((line) => line.slice(line.indexOf(' ')).trim()).join(', ');
  const name = `articles that differ from those of the file${names && `: ${names}`}`;
  yield value(name, [others.length, 'pages'], n, file, { atMost: 0 });
}

function hashOf(page: CorpusPage): string {
  const { capture } = captureOnServer(page, 1);
  const kept = [capture?.article, capture?.metadata];
  return createHash('sha256').update(JSON.stringify(kept)).digest('hex');
}
