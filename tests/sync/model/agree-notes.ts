import { expect } from 'vitest';
import { journalOf, type Player, type Players } from './players';

/**
 * Checks that each note is still part of that of its page, was replaced on the same device, or is in
 * a journal. A server without a place for notes has none, so the device of the note itself has it.
 */
export async function checkNotes({ all, expected, hasNotes }: Players): Promise<void> {
  const kept = await Promise.all(all.map(notesOf));
  const journals = await Promise.all(all.map(replacedNotesOf));
  for (const [at, { key, note, device }] of expected.notes.entries()) {
    if (note === '' || expected.abandoned.has(key) || expected.joined.has(key)) continue;
    const isReplaced = expected.notes
      .slice(at + 1)
      .some((one) => one.key === key && one.device === device);
    if (isReplaced || (hasNotes && journals.flat().includes(note))) continue;
    const name = `the note ${note} of ${key} is lost on device ${device}`;
    expect(kept[device]!.get(key) ?? [], name).toContain(note);
  }
}

const partsOf = (note: string): readonly string[] => note.split('\n\n');

async function notesOf({
  device: { tables },
}: Player): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).toArray();
  return new Map(rows.map(({ urlKey, note }) => [urlKey, partsOf(note)]));
}

/** Returns the notes that a person can take back. */
async function replacedNotesOf(player: Player): Promise<readonly string[]> {
  const changes = (await journalOf(player)).flatMap((row) => row.changes);
  return changes
    .filter(({ field }) => field === 'note')
    .flatMap(({ ours, theirs }) => [...partsOf(`${ours}`), ...partsOf(`${theirs}`)]);
}
