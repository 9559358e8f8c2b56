/** A link that leads to a note has a mark for its text: `1`, `[a]`, `†`. */
const MAX_MARK_LENGTH = 8;
const MAX_NOTES = 500;
const MAX_NOTES_LENGTH = 100_000;

/** The notes of a page by their id, as they were before Readability. */
export type Notes = ReadonlyMap<string, Element>;

/** Finds what the short links within a page lead to. */
export function findNotes(document: Document): Notes {
  const notes = new Map<string, Element>();
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    const id = link.getAttribute('href')?.slice(1) ?? '';
    if (id === '' || notes.has(id) || !isMark(link)) continue;
    const note = document.getElementById(id);
    if (note !== null && !note.contains(link)) notes.set(id, note);
    if (notes.size >= MAX_NOTES) break;
  }
  return notes;
}

const isMark = (link: Element): boolean => {
  const mark = link.textContent?.trim() ?? '';
  return mark !== '' && mark.length <= MAX_MARK_LENGTH;
};

/** Adds the lists of notes that the article's marks lead to and Readability has left out. */
export function restoreNotes(article: Element, notes: Notes): void {
  if (notes.size === 0) return;
  for (const link of article.querySelectorAll('a[href^="#"]')) {
    const note = notes.get(link.getAttribute('href')?.slice(1) ?? '');
    if (note === undefined || article.contains(note) || !isMark(link)) continue;
    const list = note.closest('ol,ul,dl,section') ?? note;
    const isPlain = (list.textContent?.length ?? 0) <= MAX_NOTES_LENGTH && !list.contains(article);
    if (isPlain) article.append(list);
  }
}
