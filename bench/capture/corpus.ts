import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A page to capture, as its site served it. */
export interface CorpusPage {
  readonly name: string;
  readonly url: string;
  readonly html: string;
  /** The article's text, marked up by a person; null without markup. */
  readonly truth: string | null;
}

/** The address of pages without their own. */
const NO_ADDRESS = 'http://page.example/article.html';

/**
 * Reads the pages of `folder`: `readability/NAME/source.html`, and `articles/ID.html.gz` with
 * `articles/ground-truth.json` (`{ID: {url, articleBody}}`). Either may be missing.
 */
export async function readCorpus(folder: string): Promise<CorpusPage[]> {
  return [
    ...(await readabilityPages(join(folder, 'readability'))),
    ...(await articlePages(join(folder, 'articles'))),
  ];
}

async function readabilityPages(folder: string): Promise<CorpusPage[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).toSorted();
  const pages = names.map(async (name): Promise<CorpusPage[]> => {
    const file = join(folder, name, 'source.html');
    if (!existsSync(file)) return [];
    return [{ name, url: NO_ADDRESS, html: await readFile(file, 'utf8'), truth: null }];
  });
  return (await Promise.all(pages)).flat();
}

async function articlePages(folder: string): Promise<CorpusPage[]> {
  const file = join(folder, 'ground-truth.json');
  if (!existsSync(file)) return [];
  const truths: Record<string, { url?: string; articleBody?: string }> = JSON.parse(
    await readFile(file, 'utf8'),
  );
  const pages = Object.entries(truths).map(async ([id, { url, articleBody }]) => ({
    name: id.slice(0, 12),
    url: url ?? NO_ADDRESS,
    html: gunzipSync(await readFile(join(folder, `${id}.html.gz`))).toString('utf8'),
    truth: articleBody ?? null,
  }));
  return Promise.all(pages);
}
