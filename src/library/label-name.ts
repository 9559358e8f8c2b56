/** A label's name as it is kept: composed, without outer or doubled spaces; null when empty. */
export function normaliseLabel(name: string): string | null {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim() || null;
}
