import { err, ok, type Result } from '../../../domain';
import { type NamedRow, readNamedRows } from '../../csv';
import { readZip } from '../../files/read-zip';
import type { ImportFailure, ImportOptions } from '../imported';
import { MAX_FILE_BYTES, MAX_INFLATED_BYTES, MAX_ZIP_ENTRIES } from '../limits';
import { makeRow, type RawHighlight } from '../make-row';
import { decodeText, listIn, readJson, readText, textIn } from '../read-json';
import { type Source, splitLabels } from '../source';

const ZIP_START = 'PK';
const PART = /(?:^|\/)part_\d+\.csv$/;
const HIGHLIGHTS = /(?:^|\/)annotations\/part_\d+\.json$/;

type Highlights = ReadonlyMap<string, readonly RawHighlight[]>;

/** Pocket's last export: a zip of CSV files and highlights, or one of its CSV files. */
export const pocketFile: Source = {
  isNewestFirst: true,
  async read(file, options) {
    const start = await startOf(file);
    const texts = start === ZIP_START ? await readParts(file) : await readAlone(file);
    if (!texts.ok) return texts;
    const { parts, highlights } = texts.value;
    const tables = parts.map((part) => readNamedRows(part, ['url', 'time_added']));
    const known = tables.filter((table) => table !== null);
    if (known.length === 0 || known.length < tables.length) return err({ kind: 'other-format' });
    return ok(rowsOf(known, highlights, options));
  },
};

async function startOf(file: Blob): Promise<string> {
  try {
    return await file.slice(0, ZIP_START.length).text();
  } catch {
    return ''; // The file or its disk is no longer available. Reading the whole file reports the failure.
  }
}

interface Parts {
  readonly parts: readonly string[];
  readonly highlights: Highlights;
}

async function readAlone(file: Blob): Promise<Result<Parts, ImportFailure>> {
  const text = await readText(file);
  return text.ok ? ok({ parts: [text.value], highlights: new Map() }) : text;
}

async function readParts(file: Blob): Promise<Result<Parts, ImportFailure>> {
  if (file.size > MAX_FILE_BYTES) return err({ kind: 'too-large' });
  const includes = (name: string) => PART.test(name) || HIGHLIGHTS.test(name);
  const limits = { maxBytes: MAX_INFLATED_BYTES, maxEntries: MAX_ZIP_ENTRIES };
  const files = await readZip(file, includes, limits);
  if (!files.ok) return files;
  const parts: string[] = [];
  const highlights = new Map<string, readonly RawHighlight[]>();
  for (const { name, bytes } of [...files.value].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = decodeText(bytes);
    if (!text.ok) return text;
    if (PART.test(name)) {
      parts.push(text.value);
      continue;
    }
    const pages = readJson(text.value);
    if (!pages.ok) return pages;
    for (const page of Array.isArray(pages.value) ? pages.value : []) {
      const ofPage = listIn(page, 'highlights').map((highlight) => ({
        quote: textIn(highlight, 'quote'),
        created: textIn(highlight, 'created_at'),
      }));
      highlights.set(textIn(page, 'url'), ofPage);
    }
  }
  return ok({ parts, highlights });
}

function* rowsOf(
  tables: readonly Iterable<NamedRow>[],
  highlights: Highlights,
  options: ImportOptions,
) {
  let row = 0;
  for (const table of tables) {
    for (const cell of table) {
      row += 1;
      const url = cell('url');
      const title = cell('title');
      const entry = {
        url,
        // Pocket wrote the address if it did not know the title.
        title: title === url ? '' : title,
        created: cell('time_added'),
        labels: splitLabels(cell('tags'), '|'),
        isArchived: cell('status').trim() === 'archive',
        highlights: highlights.get(url) ?? [],
      };
      yield makeRow(entry, row, options);
    }
  }
}
