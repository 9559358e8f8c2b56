const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in the words of `locale` (the browser's when undefined), in steps of 1000: "1.4 GB". */
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
