import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage, startIndexing } from '../../server/storage';
import { type Figure, rounded } from '../figure';
import { addUser, databaseIn } from './database';
import { ratioFigure } from './sides';
import { createWords } from './words';

const COUNT = 5000;
const AT_ONCE = 64;
const WORDS_IN_TEXT = 800;

interface Article {
  readonly url: string;
  readonly title: string;
  readonly article: string;
  readonly text: string;
}

/**
 * Bookmarks with articles of 12 kB, 64 at a time, written to a new database: until all are
 * acknowledged, and until the words of all can be found.
 */
export async function* saveFigures(runs: number): AsyncGenerator<Figure> {
  const words = createWords();
  const articles = Array.from({ length: COUNT }, (_, n): Article => {
    const text = words.text(WORDS_IN_TEXT);
    const article = `<section><p>${text}</p></section>`;
    return { url: `https://example.org/${n}`, title: words.text(7), article, text };
  });
  const acknowledged: number[] = [];
  const indexed: number[] = [];
  let floorMs = 0;
  for (let run = 0; run < runs; run += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'leafmark-bench-'));
    try {
      floorMs = await append(join(folder, 'appended'), articles);
      const times = await save(folder, articles);
      acknowledged.push(times.acknowledgedMs / floorMs);
      indexed.push(times.indexedMs / floorMs);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const beside = `the same bytes appended to a file, a sync for each ${AT_ONCE}: ${rounded(floorMs)} ms`;
  yield ratioFigure(`${COUNT} saved, acknowledged`, acknowledged, beside, { atMost: 3.2 });
  yield ratioFigure(`${COUNT} saved, all indexed`, indexed, beside, { atMost: 12 });
}

async function append(path: string, articles: readonly Article[]): Promise<number> {
  const file = await open(path, 'a');
  const begin = performance.now();
  for (let at = 0; at < articles.length; at += AT_ONCE) {
    const some = articles.slice(at, at + AT_ONCE);
    await file.appendFile(some.map((article) => `${JSON.stringify(article)}\n`).join(''));
    await file.datasync();
  }
  const ms = performance.now() - begin;
  await file.close();
  return ms;
}

async function save(folder: string, articles: readonly Article[]) {
  const storage = await openStorage({ database: databaseIn(folder) });
  const user = await addUser(storage);
  const indexing = startIndexing(storage, (fault) => console.error(fault));
  let next = 0;
  const saveSome = async () => {
    for (let n = next++; n < articles.length; n = next++) {
      const { url, title, article, text } = articles[n]!;
      await storage.transaction(async ({ bookmarks, contents }) => {
        const { key } = await bookmarks.create(user.id, { url, title, state: 0, hasArticle: true });
        await contents.put(key, { article, text });
      });
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, saveSome));
  const acknowledgedMs = performance.now() - begin;
  await indexing.stop();
  while ((await storage.search.indexSome()) > 0);
  const indexedMs = performance.now() - begin;
  await storage.close();
  return { acknowledgedMs, indexedMs };
}
