// The list of detached highlights, as the library has it after searches.
import 'fake-indexeddb/auto';
import type { HighlightId, HighlightPosition } from '../../src/domain/highlight';
import { unixMs } from '../../src/domain/time';
import { highlightLists, highlightRepository, type NewPage, openLibrary } from '../../src/library';
import type { Verdict } from './measure-page';

const PLACE: HighlightPosition = { start: 0, end: 1, textLength: 1, textHash: 'found' };

/** Stores the results of searches in a new library. Returns how many highlights its list has. */
export async function countListed(verdicts: readonly Verdict[]): Promise<number> {
  let made = 0;
  const library = unwrap(
    await openLibrary({
      account: null,
      newId: () => {
        made += 1;
        return `id${made}`;
      },
      now: () => unixMs(made),
      indexedDB: new IDBFactory(),
      storage: {},
    }),
  );
  try {
    const saved = unwrap(await library.bookmarks.save(PAGE));
    const highlights = library.part(highlightRepository);
    const results = new Map<HighlightId, HighlightPosition | 'unsure' | 'detached'>();
    for (const verdict of verdicts) {
      const quote = { exact: 'words', prefix: '', suffix: '' };
      const place = { bookmarkId: saved.bookmark.id, quote, color: 'yellow', position: PLACE };
      results.set(unwrap(await highlights.add(place)).id, resultOf(verdict));
    }
    unwrap(await highlights.setPositions(results));
    const lists = library.part(highlightLists);
    return await new Promise((resolve) => {
      const stop = lists.watchDoubtful(verdicts.length, ({ rows }) => {
        stop();
        resolve(rows.length);
      });
    });
  } finally {
    library.close();
  }
}

const PAGE: NewPage = {
  kind: 'address',
  url: 'https://page.example/',
  title: '',
  excerpt: '',
  reason: 'failed',
};

function resultOf(verdict: Verdict): HighlightPosition | 'unsure' | 'detached' {
  if (verdict === 'lost') return 'detached';
  return verdict === 'unsure right' || verdict === 'unsure wrong' ? 'unsure' : PLACE;
}

function unwrap<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
