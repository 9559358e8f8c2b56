import { err, ok, type Result } from '../../../domain/result';
import { isZip, readText } from '../decode-text';
import { openImportZip } from '../import-zip';
import type { ImportFailure } from '../imported';
import { MAX_FILE_BYTES, MAX_INFLATED_BYTES } from '../limits';
import type { RawHighlight } from '../make-row';
import { listIn, readJson, textIn } from '../read-json';
import type { Source } from '../source';
import { pocketRows } from './csv-sources';

export const POCKET_PART = /^(?<folder>(?:[^/]*\/)*)part_\d+\.csv$/;
const HIGHLIGHTS_FILE = /^(?<folder>(?:[^/]*\/)*)annotations\/part_\d+\.json$/;

/** Pocket's last export: a zip of CSV files and highlights, or one of its CSV files. */
export const pocketFile: Source = {
  isNewestFirst: true,
  async read(file, options) {
    const texts = (await isZip(file)) ? await readParts(file) : await readAlone(file);
    if (!texts.ok) return texts;
    const { parts, highlights } = texts.value;
    const rows = pocketRows(parts, highlights, options);
    return rows === null ? err({ kind: 'other-format' }) : ok(rows);
  },
};

interface Parts {
  readonly parts: readonly string[];
  /** By address. */
  readonly highlights: Map<string, readonly RawHighlight[]>;
}

async function readAlone(file: Blob): Promise<Result<Parts, ImportFailure>> {
  const text = await readText(file);
  return text.ok ? ok({ parts: [text.value], highlights: new Map() }) : text;
}

async function readParts(file: Blob): Promise<Result<Parts, ImportFailure>> {
  const limits = { maxSize: MAX_FILE_BYTES, maxInflated: MAX_INFLATED_BYTES };
  const opened = await openImportZip(file, limits);
  if (!opened.ok) return opened;
  const zip = opened.value;
  const parts: string[] = [];
  const highlights = new Map<string, readonly RawHighlight[]>();
  for (const name of zip.names) {
    if (!POCKET_PART.test(name) && !HIGHLIGHTS_FILE.test(name)) continue;
    const text = await zip.readText(name);
    if (!text.ok) return text;
    if (POCKET_PART.test(name)) {
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
