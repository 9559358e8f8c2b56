import { value } from '../../library/library';
import { goOn, importsOf, netscape, started } from '../../transfer/import-jobs';
import { keyOf } from '../support/world';
import type { Action } from './actions';
import { undoAct } from './play-undo';
import { noteSaved, type Players } from './players';

/** Imports a file of another program, with old dates. Pages that the device shows get its labels and notes. */
export async function playImport(
  { all, expected }: Players,
  { device: at, urls, hasNotes }: Action & { kind: 'import-file' },
  n: number,
): Promise<void> {
  const imports = importsOf(all[at]!.device.library);
  const note = hasNotes ? `i${n}` : '';
  const rows = urls.map((url, row) => ({ url, key: keyOf(url), label: `i${n}-${row}` }));
  const lines = rows.map(
    ({ url, label }) =>
      `<A HREF="${url}" ADD_DATE="1600000000" TAGS="${label}" NOTE="${note}">Import</A>`,
  );
  const id = await started(imports);
  value(await goOn(imports, id, netscape(lines)));
  for (const { key, label } of rows) {
    noteSaved(expected, key, at);
    expected.bare.add(key);
    expected.old.delete(key);
    expected.labels.push({ key, label });
    if (hasNotes) expected.notes.push({ key, note, device: at });
  }
}

/** Undoes the last import of a device that was not undone. Pages that were changed since stay, others go to the trash. */
export async function playUndoOfImport(
  players: Players,
  { device: at }: Action & { kind: 'undo-import' },
): Promise<void> {
  const { jobs } = players.all[at]!.device.tables;
  const job = (await jobs.where('kind').equals('import').toArray()).findLast(
    ({ state }) => state === 'finished',
  );
  if (job !== undefined && job.group !== null) await undoAct(players, at, job.group);
}
