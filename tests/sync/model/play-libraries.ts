import { keyOf } from '../support/world';
import type { Action } from './actions';
import { nameOf, quoteOfText } from './article';
import { OLD_PAGES, restoreOn, writeOldLibrary } from './old-library';
import { noteSaved, type Players } from './players';

let file: Blob | null = null;

/** Restores the old library on a device. Pages that it has stay as they are. */
export async function playRestore(
  { all, expected }: Players,
  { device: at }: Action & { kind: 'restore-file' },
): Promise<void> {
  const { device } = all[at]!;
  file ??= await writeOldLibrary(OLD_PAGES);
  const name = nameOf(quoteOfText(0));
  for (const { url, label, isHighlighted, ...state } of OLD_PAGES) {
    const key = keyOf(url);
    if ((await device.find(url)) !== null) continue;
    if (!expected.saved.has(key)) expected.old.set(key, state);
    noteSaved(expected, key, at);
    expected.labels.push({ key, label });
    if (isHighlighted) expected.highlights.made.push({ key, name });
  }
  await restoreOn(device, file);
}
