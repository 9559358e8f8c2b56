import type { JSX } from 'preact';
import { qrPath } from '../../theme/qr-path';
import '../../theme/qr-code.css';

interface QrCodeProps {
  readonly text: string;
  /** The accessible name. */
  readonly label: string;
}

/** Draws `text` as a QR code, dark on light in every theme. */
export function QrCode({ text, label }: QrCodeProps): JSX.Element {
  const { d, size } = qrPath(text);
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={d} />
    </svg>
  );
}
