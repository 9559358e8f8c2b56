/** Returns a text that is the same for typographic and typewriter quotes, dashes and dots. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[‘’`]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Pages round the time that they show. */
const TOLERANCE_MS = 15 * 60_000;

/** Compares two times. A value that has only a date is compared by the date. */
export function isSameTime(wanted: string, captured: string | null): boolean {
  if (captured === null) return false;
  const hasTimes = wanted.length > 10 && captured.length > 10;
  if (!hasTimes) return wanted.slice(0, 10) === captured.slice(0, 10);
  return Math.abs(Date.parse(wanted) - Date.parse(captured)) < TOLERANCE_MS;
}
