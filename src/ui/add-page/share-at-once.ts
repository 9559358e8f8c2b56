import { MINUTE_MS } from '../../domain/time';
import { createMirror, type MirrorStorage } from '../mirror';

/** More than a person shares one by one. */
const MAX_SHARED_AT_ONCE = 10;
const PERIOD_MS = 10 * MINUTE_MS;

/** The times of the last pages that were saved at once. */
const sharesMirror = (storage: MirrorStorage) =>
  createMirror(storage, 'leafmark.shares', (stored) =>
    Array.isArray(stored) ? stored.filter((at): at is number => typeof at === 'number') : [],
  );

/**
 * Returns true, and counts it, if a page that was given to the installed app may be saved before a press.
 * Systems open links to an installed app in its window, so a site can give it pages, too. Those whose
 * site is known are not saved at once, and of the others no more than a person shares.
 * @param now in Unix ms
 */
export function takeShare(
  storage: MirrorStorage,
  { referrer, URL: page }: Pick<Document, 'referrer' | 'URL'>,
  now: number,
): boolean {
  // A share has none, or that of an app.
  const from = URL.parse(referrer);
  if (from?.protocol.startsWith('http') && from.origin !== new URL(page).origin) return false;
  const mirror = sharesMirror(storage);
  // The clock may have been set back.
  const recent = mirror.read().filter((at) => Math.abs(now - at) < PERIOD_MS);
  if (recent.length >= MAX_SHARED_AT_ONCE) return false;
  mirror.write([...recent, now]);
  // Without storage nothing bounds them.
  return mirror.read().length > recent.length;
}
