import { ok } from '../../../src/domain/result';
import type { ImportPreview } from '../../../src/transfer';
import type { Importer } from '../../../src/ui/transfer/import-store';

type Ended<Method extends keyof Importer> = Awaited<ReturnType<Importer[Method]>>;

/** Imports that began, and that a test ends; previews too if `found` is 'held'. */
export function heldImporter(
  found: Ended<'preview'> | 'held' = ok(PREVIEW),
  counted: Ended<'count'> = null,
) {
  const asked: { kind: keyof Importer; of: unknown[] }[] = [];
  const held: { end(ended: unknown): void; signal: AbortSignal }[] = [];
  const hold = <T>(signal: AbortSignal) =>
    new Promise<T>((resolve) => {
      signal.addEventListener('abort', () => resolve(null as T));
      held.push({ end: (ended) => resolve(ended as T), signal });
    });
  const importer: Importer = {
    async preview(file, format, choices, signal) {
      asked.push({ kind: 'preview', of: [file, format, choices] });
      return found === 'held' ? hold(signal) : found;
    },
    async count(source) {
      asked.push({ kind: 'count', of: [source] });
      return counted;
    },
    begin(file, job, signal) {
      asked.push({ kind: 'begin', of: [file, job] });
      return hold(signal);
    },
    async forgetFile(job) {
      asked.push({ kind: 'forgetFile', of: [job] });
    },
  };
  return { asked, held, importer };
}

/** The preview of a file of bookmarks. */
export const PREVIEW: ImportPreview = {
  format: 'browser',
  samples: [
    { title: 'Green tea', url: 'https://shelf.example/tea', labels: ['tea'] },
    { title: 'Notes', url: 'file:///home/ada/notes.html', labels: ['draft'] },
  ],
  folders: 4,
  table: {
    columns: [
      { name: 'Where', use: 'url' },
      { name: 'cover', use: null },
    ],
    further: 3,
  },
  rows: 9,
  fresh: 5,
  here: 2,
  twice: 1,
  broken: 1,
  problem: null,
  articles: 1,
  highlights: 3,
  newLabels: ['green', 'tea'],
  spellings: ['Tea, tea'],
  brokenRows: [{ row: 4, reason: 'not-a-web-address', text: 'javascript:alert(1)' }],
  unreadable: 2,
  unreadableRows: [
    { row: 6, reason: 'values-not-read', text: 'Saved: one day · https://tea.example/' },
  ],
};
