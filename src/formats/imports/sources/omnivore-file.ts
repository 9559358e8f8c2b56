import { err, ok } from '../../../domain/result';
import { type ImportZip, openImportZip } from '../import-zip';
import type { ImportOptions, ImportStep } from '../imported';
import {
  MAX_ARTICLES_BYTES,
  MAX_ARTICLES_FILE_BYTES,
  MAX_FILE_BYTES,
  MAX_IMPORTED_HTML_LENGTH,
  MAX_IMPORTED_ROWS,
} from '../limits';
import { type RawHighlight, skipped } from '../make-row';
import { isObject, type Json, readJson, textIn, textsIn } from '../read-json';
import { readRow } from '../read-row';
import type { Source } from '../source';

/** The number is that of the first entry. */
export const OMNIVORE_METADATA = /^(?<folder>(?:[^/]*\/)*)metadata_(?<first>\d+)_to_\d+\.json$/;

/**
 * Omnivore's last export: a zip of lists of entries, newest first, with a file for each article and
 * one for the highlights of each article. Articles are read one by one when they are needed.
 */
export const omnivoreFile: Source = {
  isNewestFirst: false, // `omnivoreRowsOf` turns them round.
  async read(file, options) {
    const limits = { maxSize: MAX_ARTICLES_FILE_BYTES, maxInflated: MAX_ARTICLES_BYTES };
    const opened = await openImportZip(file, limits);
    if (!opened.ok) return opened;
    const zip = opened.value;
    const lists = zip.names
      .map((name) => ({ name, groups: OMNIVORE_METADATA.exec(name)?.groups }))
      .filter(({ groups }) => groups !== undefined)
      .sort((a, b) => Number(a.groups?.first) - Number(b.groups?.first));
    if (lists.length === 0) return err({ kind: 'other-format' });
    const items: Item[] = [];
    for (const { name, groups } of lists) {
      const folder = groups?.folder ?? '';
      // One by one, because a call cannot take a hundred thousand arguments.
      for (const value of await itemsIn(zip, name)) items.push({ folder, value });
      if (items.length > MAX_IMPORTED_ROWS) return err({ kind: 'too-many-rows' });
    }
    return ok(omnivoreRowsOf(zip, items, options));
  },
};

interface Item {
  /** The folder of its list. */
  readonly folder: string;
  /** An entry, or the name of a list that cannot be read. */
  readonly value: Json;
}

/** Returns the entries of a list, or its name if it cannot be read. */
async function itemsIn(zip: ImportZip, name: string): Promise<readonly Json[]> {
  const text = await zip.readText(name, MAX_FILE_BYTES);
  const list = text.ok ? readJson(text.value) : text;
  return list.ok && Array.isArray(list.value) ? list.value : [name];
}

async function* omnivoreRowsOf(
  zip: ImportZip,
  items: readonly Item[],
  options: ImportOptions,
): AsyncGenerator<ImportStep> {
  const names = new Set(zip.names);
  for (const [at, { folder, value }] of [...items.entries()].reverse()) {
    const row = at + 1;
    if (!isObject(value)) {
      yield skipped(row, 'broken', typeof value === 'string' ? value : JSON.stringify(value));
      continue;
    }
    const state = textIn(value, 'state').toLowerCase();
    if (state === 'deleted') {
      yield skipped(row, 'in-trash', textIn(value, 'url'));
      continue;
    }
    const textOfFile = async (name: string) => {
      // Each file is read once, because any number of entries may state the same one.
      if (!names.delete(folder + name)) return '';
      const text = await zip.readText(folder + name, 4 * MAX_IMPORTED_HTML_LENGTH);
      return text.ok ? text.value : '';
    };
    const slug = textIn(value, 'slug');
    const html = await textOfFile(`content/${slug}.html`);
    const { highlights, note } = readHighlights(await textOfFile(`highlights/${slug}.md`));
    const entry = {
      url: textIn(value, 'url'),
      title: textIn(value, 'title'),
      description: textIn(value, 'description'),
      note,
      authors: [textIn(value, 'author')],
      created: textIn(value, 'savedAt'),
      published: textIn(value, 'publishedAt'),
      labels: textsIn(value, 'labels'),
      isArchived: state === 'archived',
      readProgress: Number(textIn(value, 'readingProgress') || 0),
      html: html === '' ? null : html,
      highlights,
    };
    yield readRow(entry, row, options);
  }
}

/**
 * Reads the highlights of an article in Markdown: a quote, then its labels and its note as further
 * paragraphs. Paragraphs before the first quote are a note on the article.
 */
function readHighlights(markdown: string): { highlights: RawHighlight[]; note: string } {
  const highlights: { quote: string; note: string }[] = [];
  let note = '';
  for (const block of markdown.split(/\n{2,}/)) {
    const text = block.trim();
    const last = highlights.at(-1);
    if (text.startsWith('>')) {
      highlights.push({ quote: text.replace(/^> ?/gm, '').trim(), note: '' });
    } else if (last === undefined) note = join(note, text);
    // Highlights have no labels here, so those are left out.
    else if (!isLabels(text)) last.note = join(last.note, text);
  }
  return { highlights, note };
}

const isLabels = (text: string): boolean => text.split(' ').every((word) => word.startsWith('#'));

const join = (above: string, below: string): string =>
  above === '' || below === '' ? above + below : `${above}\n\n${below}`;
