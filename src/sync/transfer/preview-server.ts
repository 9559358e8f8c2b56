import { parsePageHeaders } from '../../contract';
import { labelKey } from '../../domain/label';
import { ok, type Result } from '../../domain/result';
import type { UrlKey } from '../../domain/url-identity';
import type { ImportCounts, ImportRepository, NotTaken } from '../../library';
import type { ServiceError } from '../../service';
import { rowOf } from './imported-bookmark';
import { type ImportSource, listBookmarks, readTogether } from './read-server';

/** Bookmarks in one request, without articles. */
const TOGETHER = 500;
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
  const labels = new Map<string, string>();
  const brokenRows: NotTaken[] = [];
  const reject = (one: NotTaken) => {
    counts.broken += 1;
    if (brokenRows.length < SHOWN_ROWS) brokenRows.push(one);
  };
  for (let at = 0; at < ids.length; at += TOGETHER) {
    const some = ids.slice(at, at + TOGETHER);
    const read = await readTogether(source, some, { hasArticles: false });
    if (!read.ok) return read;
    const found = new Set<UrlKey>();
    for (const [n, id] of some.entries()) {
      const row = at + n + 1;
      const info = read.value.came.get(id)?.info ?? null;
      if (info === null) {
        reject({ row, reason: 'broken', text: id });
        continue;
      }
      const made = rowOf(info, row, source.now());
      if (made.kind === 'skipped') {
        reject({ row, reason: made.reason, text: made.text });
        continue;
      }
      const { urlKey, labels: own } = made.entry;
      if (keys.has(urlKey)) counts.twice += 1;
      else {
        keys.add(urlKey);
        found.add(urlKey);
        if (info.has_article) counts.articles += 1;
        for (const label of own) labels.set(labelKey(label), label);
      }
    }
    counts.here += (await imports.knownKeys([...found])).size;
  }
  for (const label of await imports.labels()) labels.delete(labelKey(label));
  const highlights = await countHighlights(source);
  if (!highlights.ok) return highlights;
  return ok({
    ...counts,
    rows: ids.length,
    fresh: keys.size - counts.here,
    highlights: highlights.value,
    brokenRows,
    newLabels: [...labels.values()],
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
