import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { decodePage } from '../../server/extraction/reading/decode-page';

/** A page to capture, as its site served it. */
export interface CorpusPage {
  readonly name: string;
  readonly url: string;
  readonly html: string;
  /** The article's text, marked up by a person; null without markup. */
  readonly truth: string | null;
  /** The metadata that a version of Readability read; null without such a file. */
  readonly expected: ExpectedMetadata | null;
}

/** A page with phrases that belong to its text, and others that do not. */
export interface ChunkPage extends CorpusPage {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

const Text = z.string().nullish();
const ExpectedMetadata = z.object({
  title: Text,
  byline: Text,
  publishedTime: Text,
  siteName: Text,
  lang: Text,
  dir: Text,
});
export type ExpectedMetadata = z.infer<typeof ExpectedMetadata>;

/** The address of pages without their own. */
const NO_ADDRESS = 'http://page.example/article.html';

/**
 * Reads the pages of `folder`: `readability/NAME/source.html`, possibly with
 * `expected-metadata.json`, and `articles/ID.html.gz` with `articles/ground-truth.json`
 * (`{ID: {url, articleBody}}`). Either may be missing.
 */
export async function readCorpus(folder: string): Promise<CorpusPage[]> {
  return [
    ...(await readabilityPages(join(folder, 'readability'))),
    ...(await articlePages(join(folder, 'articles'))),
  ];
}

async function readabilityPages(folder: string): Promise<CorpusPage[]> {
  return (await foldersWith(folder, 'source.html')).map(([path, name, html]) => {
    const metadata = join(path, 'expected-metadata.json');
    const expected = existsSync(metadata)
      ? ExpectedMetadata.parse(JSON.parse(readFileSync(metadata, 'utf8')))
      : null;
    return { name, url: NO_ADDRESS, html, truth: null, expected };
  });
}

/** Reads the articles `readability/NAME/expected.html` of `folder`, which may be missing. */
export const readExpectedArticles = async (folder: string): Promise<readonly string[]> =>
  (await foldersWith(join(folder, 'readability'), 'expected.html')).map(([, , html]) => html);

/** Returns the folders that have a file: path, name, and the text of the file. */
async function foldersWith(folder: string, file: string) {
  if (!existsSync(folder)) return [];
  const paths = (await readdir(folder))
    .toSorted()
    .map((name) => [join(folder, name), name] as const);
  const known = paths.filter(([path]) => existsSync(join(path, file)));
  return Promise.all(
    known.map(
      async ([path, name]) => [path, name, await readFile(join(path, file), 'utf8')] as const,
    ),
  );
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
    expected: null,
  }));
  return Promise.all(pages);
}

const Chunks = z.record(
  z.string(),
  z.object({ url: z.string(), with: z.array(z.string()), without: z.array(z.string()) }),
);

/**
 * Reads the pages `chunks/ID.html.gz` of `folder`, which may be missing, with `chunks/chunks.json`
 * (`{ID: {url, with, without}}`). They are decoded as the server decodes pages.
 */
export async function readChunks(folder: string): Promise<ChunkPage[]> {
  const file = join(folder, 'chunks', 'chunks.json');
  if (!existsSync(file)) return [];
  const chunks = Chunks.parse(JSON.parse(await readFile(file, 'utf8')));
  const pages = Object.entries(chunks).map(async ([name, { url, with: wanted, without }]) => {
    const bytes = gunzipSync(await readFile(join(folder, 'chunks', `${name}.html.gz`)));
    const html = decodePage({ bytes, contentType: 'text/html' });
    return { name, url, html, truth: null, expected: null, wanted, unwanted: without };
  });
  return Promise.all(pages);
}
