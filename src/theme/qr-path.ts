import { encode } from 'uqr';

/**
 * The light border in modules. Many cameras do not find the code without it (ISO/IEC 18004, 5.3.8).
 */
const QUIET_ZONE = 4;

/** Returns `text` as a QR code: the data of a path with its dark modules, and the size of its square. */
export function qrPath(text: string): { readonly d: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { d: darkRuns(data), size };
}

/** Returns a path with one rectangle for each run of dark modules in a row. */
function darkRuns(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1]) return '';
        const end = row.indexOf(false, x);
        const length = (end < 0 ? row.length : end) - x;
        return `M${x} ${y}h${length}v1h-${length}z`;
      }),
    )
    .join('');
}
