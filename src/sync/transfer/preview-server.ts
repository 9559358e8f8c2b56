import { parsePageHeaders } from '../../contract';
import { collectLabels } from '../../domain/label-spellings';
import { ok, type Result } from '../../domain/result';
import type { UrlKey } from '../../domain/url-identity';
import type { ImportCounts, ImportRepository, NotTaken } from '../../library';
import type { ServiceError } from '../../service';
import { takeBookmark } from './imported-bookmark';
import { type ImportSource, listBookmarks, readWithoutArticles } from './read-server';

const SHOWN_ROWS = 50;

/** Reads all bookmarks of a server without their articles. Nothing is changed. */
export async function previewServer(
  source: ImportSource,
  imports: Pick<ImportRepository, 'knownKeys' | 'labels'>,
): Promise<Result<ImportCounts, ServiceError>> {
  const listed = await listBookmarks(source);
  if (!listed.ok) return listed;
  const ids = listed.value;
  const counts = { twice: 0, articles: 0, here: 0, broken: 0 };
  const keys = new Set<UrlKey>();
  const labels = collectLabels();
  const brokenRows: NotTaken[] = [];
  const reject = (one: NotTaken) => {
    counts.broken += 1;
    if (brokenRows.length < SHOWN_ROWS) brokenRows.push(one);
  };
  for await (const read of readWithoutArticles(source, ids)) {
    if (!read.ok) return read;
    const { at, some, came } = read.value;
    const found = new Set<UrlKey>();
    for (const [n, id] of some.entries()) {
      const taken = takeBookmark(came.get(id), { id, row: at + n + 1 }, source.now());
      if (!taken.ok) {
        if (taken.error !== null) reject(taken.error);
        continue;
      }
      const { entry, came: one } = taken.value;
      labels.add(entry.labels);
      if (keys.has(entry.urlKey)) counts.twice += 1;
      else {
        keys.add(entry.urlKey);
        found.add(entry.urlKey);
        if (one.info.has_article) counts.articles += 1;
      }
    }
    counts.here += (await imports.knownKeys([...found])).size;
  }
  const highlights = await countHighlights(source);
  if (!highlights.ok) return highlights;
  return ok({
    ...counts,
    rows: ids.length,
    fresh: keys.size - counts.here,
    highlights: highlights.value,
    brokenRows,
    ...labels.compare(await imports.labels()),
  });
}

async function countHighlights({
  server,
  signal,
}: ImportSource): Promise<Result<number, ServiceError>> {
  const first = await server.client.highlights.listAll({ limit: 1 }, { signal });
  if (!first.ok) return first.error.kind === 'not-found' ? ok(0) : first;
  const { total } = parsePageHeaders(first.value.headers);
  return ok(total ?? first.value.body?.length ?? 0);
}
