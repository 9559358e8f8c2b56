const HOUR_MINUTES = 60;

/** Formats minutes in the browser's language: "45 min", "12 hr". */
export function formatDuration(minutes: number): string {
  const isLong = minutes >= HOUR_MINUTES;
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: isLong ? 'hour' : 'minute',
    unitDisplay: 'short',
    maximumFractionDigits: minutes < 10 * HOUR_MINUTES && isLong ? 1 : 0,
  }).format(isLong ? minutes / HOUR_MINUTES : minutes);
}
