import { joinNotes } from '../../domain/excerpt';
import { isKnownValue } from '../../domain/join-values';
import { normalLabels } from '../../domain/label';
import type { UrlKey } from '../../domain/url-identity';
import type { ImportedEntry, ImportStep } from './imported';
import { MAX_IMPORTED_HIGHLIGHTS, MAX_IMPORTED_TEXT_LENGTH, MAX_ROW_LABELS } from './limits';

/**
 * Joins the entries of one address: labels, notes and highlights of all, the earliest date, the
 * furthest reading position, a favourite and archived if any is. Texts of the page and folders are those
 * of the first that has them; an address is no title. All are joined at once, because one by one the time would be quadratic.
 */
export function joinEntries(
  all: readonly [ImportedEntry, ...(readonly ImportedEntry[])],
): ImportedEntry {
  const firstGiven = (name: 'siteName' | 'description' | 'excerpt' | 'lang') =>
    all.find((each) => each[name] !== '')?.[name] ?? '';
  const highlights = joinHighlights(
    all.map((each) => each.highlights),
    ({ quote }) => quote,
  );
  return {
    ...all[0],
    title: (all.find(({ title }) => isKnownValue('title', title)) ?? all[0]).title,
    siteName: firstGiven('siteName'),
    description: firstGiven('description'),
    excerpt: firstGiven('excerpt'),
    lang: firstGiven('lang'),
    labels: normalLabels(all.flatMap(({ labels }) => labels)).slice(0, MAX_ROW_LABELS),
    created: all.flatMap(({ created }) => created ?? []).toSorted((a, b) => a - b)[0] ?? null,
    published: all.find(({ published }) => published !== null)?.published ?? null,
    note: joinNotes(all.map(({ note }) => note)),
    authors: all.find(({ authors }) => authors.length > 0)?.authors ?? [],
    isArchived: all.some(({ isArchived }) => isArchived),
    isFavourite: all.some(({ isFavourite }) => isFavourite),
    readProgress: all.reduce((most, { readProgress }) => Math.max(most, readProgress), 0),
    html: all.find(({ html }) => html !== null)?.html ?? null,
    highlights: highlights.slice(0, MAX_IMPORTED_HIGHLIGHTS),
    ...joinCopied(all),
  };
}

/** The article is the first one. An archived bookmark does not say how far another was read. */
function joinCopied(all: readonly ImportedEntry[]): Pick<ImportedEntry, 'copied'> {
  const copies = all.flatMap(({ copied }) => copied ?? []);
  const lead = copies.find(({ item }) => item.bookmark.addressOnly === null) ?? copies[0];
  if (lead === undefined) return {};
  const isArchived = all.some((each) => each.isArchived);
  const read = all.flatMap((each) => (isArchived || !each.isArchived ? (each.copied ?? []) : []));
  const [furthest = lead] = read.toSorted((a, b) => b.readProgress - a.readProgress);
  return { copied: { ...furthest, item: lead.item } };
}

/**
 * Joins the highlights of entries of one address. Those of the same text become one with the notes of
 * all. A text that an entry has several times stays that often.
 */
function joinHighlights<Highlight extends { readonly note: string }>(
  lists: readonly (readonly Highlight[])[],
  firstGiven: (highlight: Highlight) => string,
): readonly Highlight[] {
  const groups = new Map<string, [Highlight, ...Highlight[]]>();
  for (const list of lists) {
    const counts = new Map<string, number>();
    for (const highlight of list) {
      const text = firstGiven(highlight);
      const count = counts.get(text) ?? 0;
      counts.set(text, count + 1);
      const same = groups.get(`${count} ${text}`);
      if (same === undefined) groups.set(`${count} ${text}`, [highlight]);
      else same.push(highlight);
    }
  }
  return Array.from(groups.values(), (same) => {
    const notes = same.map(({ note }) => note);
    return { ...same[0], note: joinNotes(notes, MAX_IMPORTED_TEXT_LENGTH) };
  });
}

type Entries = readonly [ImportedEntry, ...(readonly ImportedEntry[])];

/**
 * Joins the entries that an import returns for one address. The first is that of the first row of the
 * file, which is returned last if the newest row is the first.
 */
export const joinInFile = (all: Entries, isNewestFirst: boolean): ImportedEntry =>
  joinEntries(isNewestFirst ? (all.toReversed() as [ImportedEntry, ...ImportedEntry[]]) : all);

/**
 * Reads the steps of an import twice, and joins the first entry of each address with the later ones,
 * which follow as they are.
 */
export async function* joinRepeats(
  read: () => AsyncIterable<ImportStep>,
  isNewestFirst: boolean,
): AsyncGenerator<ImportStep> {
  const repeats = await readRepeats(read(), isNewestFirst);
  for await (const step of read()) {
    const later = step.kind === 'entry' && repeats.get(step.entry.urlKey);
    if (!later) yield step;
    else {
      repeats.delete(step.entry.urlKey);
      yield { ...step, entry: joinInFile([step.entry, ...later], isNewestFirst) };
    }
  }
}

/**
 * Reads the entries whose address came before, by address. Of them only one article is kept: that of the
 * row that comes first in the file. None is kept if it is that of the first entry.
 */
async function readRepeats(
  steps: AsyncIterable<ImportStep>,
  isNewestFirst: boolean,
): Promise<Map<UrlKey, ImportedEntry[]>> {
  /** The place of the article among the repeats; -1 for the first entry, null without one. */
  const articleAt = new Map<UrlKey, number | null>();
  const repeats = new Map<UrlKey, ImportedEntry[]>();
  for await (const step of steps) {
    if (step.kind !== 'entry') continue;
    const { urlKey, html } = step.entry;
    const at = articleAt.get(urlKey);
    if (at === undefined) {
      articleAt.set(urlKey, html === null ? null : -1);
      continue;
    }
    const list = repeats.get(urlKey) ?? [];
    repeats.set(urlKey, list);
    const isKept = html !== null && (isNewestFirst || at === null);
    if (isKept) {
      const replaced = list[at ?? -1];
      if (at !== null && replaced !== undefined) list[at] = { ...replaced, html: null };
      articleAt.set(urlKey, list.length);
    }
    list.push(isKept ? step.entry : { ...step.entry, html: null });
  }
  return repeats;
}
