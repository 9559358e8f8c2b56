/** Returns what opens the share sheet of the system for `data`; null where the browser has none. */
export function shareSheetFor(data: ShareData): (() => void) | null {
  if (typeof navigator.share !== 'function' || navigator.canShare?.(data) === false) return null;
  // Rejects when the person closes the sheet, which is no error.
  return () => void navigator.share(data).catch(() => null);
}
