import type { JSX } from 'preact';
import { encode } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  /** The accessible name. */
  readonly label: string;
}

/**
 * The light border in modules. Many cameras do not find the code without it (ISO/IEC 18004, 5.3.8).
 */
const QUIET_ZONE = 4;

/** Draws `text` as a QR code, dark on light in every theme. */
export function QrCode({ text, label }: QrCodeProps): JSX.Element {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={darkRuns(data)} />
    </svg>
  );
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
