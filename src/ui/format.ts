const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in steps of 1000: "1.4 GB". `locale` is the browser's language when undefined. */
export function formatBytes(bytes: number, locale?: string): string {
  let size = Math.max(0, bytes);
  let step = 0;
  while (size >= 999.5 && step < UNITS.length - 1) {
    size /= 1000;
    step += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 && step > 0 ? 1 : 0,
  }).format(size);
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * Formats the day on which a page was published. It keeps the page's own day: 23:00 in Tokyo does
 * not become another day here. A value without a day, such as a year, is returned unchanged.
 * `locale` is the browser's language when undefined.
 */
export function formatPublished(
  published: string,
  dateStyle: 'medium' | 'long' = 'long',
  locale?: string,
): string {
  const day = DAY.exec(published)?.[0];
  const at = day ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) return published;
  return new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(at);
}
