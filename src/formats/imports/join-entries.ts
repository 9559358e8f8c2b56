import { joinTexts } from '../../domain/excerpt';
import { normalLabels } from '../../domain/label';
import { unixMs } from '../../domain/time';
import type { UrlKey } from '../../domain/url-identity';
import type { ImportedEntry, ImportStep } from './imported';
import { MAX_HIGHLIGHTS, MAX_ROW_LABELS, MAX_TEXT_LENGTH } from './limits';

/** The fields of an entry that are joined. */
type Joinable = Pick<
  ImportedEntry,
  'labels' | 'created' | 'note' | 'isArchived' | 'isFavourite' | 'readProgress'
>;

/**
 * Joins what people set in two entries of one address: labels and notes of both, the earlier date, a
 * favourite if either is, and archived only if both are.
 */
function joinStates(one: Joinable, other: Joinable): Joinable {
  const isArchived = one.isArchived && other.isArchived;
  const dates = [one.created, other.created].filter((date) => date !== null);
  // An archived entry counts as read, which says nothing of the other.
  const read = [one, other].filter((each) => isArchived || !each.isArchived);
  return {
    labels: normalLabels([...one.labels, ...other.labels]).slice(0, MAX_ROW_LABELS),
    created: dates.length === 0 ? null : unixMs(Math.min(...dates)),
    note: joinTexts(one.note, other.note),
    isArchived,
    isFavourite: one.isFavourite || other.isFavourite,
    readProgress: Math.max(...read.map(({ readProgress }) => readProgress)),
  };
}

/** Joins two entries of one address. Texts of the page are those of the first that has them. */
export function joinEntries(one: ImportedEntry, other: ImportedEntry): ImportedEntry {
  const highlights = joinHighlights(one.highlights, other.highlights, ({ quote }) => quote);
  return {
    ...one,
    ...joinStates(one, other),
    title: one.title || other.title,
    siteName: one.siteName || other.siteName,
    description: one.description || other.description,
    excerpt: one.excerpt || other.excerpt,
    lang: one.lang || other.lang,
    published: one.published ?? other.published,
    authors: one.authors.length > 0 ? one.authors : other.authors,
    folders: [...new Set([...one.folders, ...other.folders])],
    html: one.html ?? other.html,
    highlights: highlights.slice(0, MAX_HIGHLIGHTS),
  };
}

/**
 * Joins the highlights of two entries of one address. Those of the same text become one with the notes
 * of both. A text that an entry has several times stays that often.
 */
export function joinHighlights<Highlight extends { readonly note: string }>(
  one: readonly Highlight[],
  other: readonly Highlight[],
  textOf: (highlight: Highlight) => string,
): readonly Highlight[] {
  const left = Map.groupBy(other, textOf);
  const joined = one.map((highlight) => {
    const same = left.get(textOf(highlight))?.shift();
    if (same === undefined) return highlight;
    return { ...highlight, note: joinTexts(highlight.note, same.note, MAX_TEXT_LENGTH) };
  });
  return [...joined, ...[...left.values()].flat()];
}

/**
 * Reads the steps of an import twice, and joins the first entry of each address with the later ones,
 * which follow as they are.
 */
export async function* joinRepeats(
  read: () => AsyncIterable<ImportStep>,
): AsyncGenerator<ImportStep> {
  const repeats = await readRepeats(read());
  for await (const step of read()) {
    const later = step.kind === 'entry' && repeats.get(step.entry.urlKey);
    if (!later) yield step;
    else {
      repeats.delete(later.urlKey);
      yield { kind: 'entry', entry: joinEntries(step.entry, later) };
    }
  }
}

/**
 * Reads the entries whose address came before, joined by address. An article is kept only if the
 * first entry has none.
 */
async function readRepeats(steps: AsyncIterable<ImportStep>): Promise<Map<UrlKey, ImportedEntry>> {
  const hasArticle = new Map<UrlKey, boolean>();
  const repeats = new Map<UrlKey, ImportedEntry>();
  for await (const step of steps) {
    if (step.kind !== 'entry') continue;
    const { urlKey, html } = step.entry;
    const isKnown = hasArticle.get(urlKey);
    hasArticle.set(urlKey, isKnown === true || html !== null);
    if (isKnown === undefined) continue;
    const entry = isKnown ? { ...step.entry, html: null } : step.entry;
    const before = repeats.get(urlKey);
    repeats.set(urlKey, before === undefined ? entry : joinEntries(before, entry));
  }
  return repeats;
}
