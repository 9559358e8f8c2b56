// Saves bookmarks with articles of 12 kB to a new database, 64 at a time, and appends the same to a
// file, in turns: `node saves.js TIMES`. Prints the times as lines of JSON.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage, startIndexing } from '../../../server/storage';
import { createWords } from '../../random';
import { addUser, databaseIn } from '../database';

const COUNT = 5000;
const AT_ONCE = 64;
const WORDS_IN_TEXT = 800;

interface Article {
  readonly url: string;
  readonly title: string;
  readonly article: string;
  readonly text: string;
}

/** The time of one turn in ms. */
export interface SaveTimes {
  readonly appendedMs: number;
  readonly acknowledgedMs: number;
  readonly indexedMs: number;
}

/** One fsync per 64 articles. */
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

const words = createWords();
const articles = Array.from({ length: COUNT }, (_, n): Article => {
  const text = words.text(WORDS_IN_TEXT);
  const article = `<section><p>${text}</p></section>`;
  return { url: `https://example.org/${n}`, title: words.text(7), article, text };
});
for (let turn = 0; turn < Number(process.argv[2]); turn += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'leafmark-bench-'));
  try {
    const appendedMs = await append(join(folder, 'appended'), articles);
    const times: SaveTimes = { appendedMs, ...(await save(folder, articles)) };
    console.log(JSON.stringify(times));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
