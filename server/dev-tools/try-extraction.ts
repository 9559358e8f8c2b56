import type { Extraction } from '../../src/contract';
import { withImageAddresses } from '../bookmarks/article-images';
import { extract } from '../extraction';
import type { SafeFetch } from '../fetch';
import type { Server } from '../server';
import { NO_BOOKMARK, pageInMemory } from './page-in-memory';

/**
 * What would be made of a page if it were saved; nothing of it is kept. Its images stay where they
 * are.
 * @param html the page; null: it is fetched
 */
export async function tryExtraction(
  { pageReader: reader }: Pick<Server, 'pageReader'>,
  fetch: SafeFetch,
  url: string,
  html: Uint8Array | null,
  signal: AbortSignal,
): Promise<Extraction> {
  const tools = { storage: { contents: pageInMemory(url, html) }, fetch, reader };
  const found = await extract(tools, { key: NO_BOOKMARK, url, initialUrl: url }, true, signal);
  const sources = new Map(found.resources.map((file) => [file.name, file.url]));
  const { described } = found;
  return {
    url: found.url ?? url,
    title: described?.title ?? '',
    site_name: described?.siteName ?? '',
    document_type: found.type ?? '',
    authors: [...(described?.authors ?? [])],
    description: described?.description ?? '',
    lang: described?.lang ?? '',
    html: withImageAddresses(found.article?.html ?? '', {
      known: sources,
      prefix: '',
    }),
    log: found.log.split('\n').filter((line) => line !== ''),
  };
}
