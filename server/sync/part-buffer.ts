/** What is sent at once: a chunk costs more than its bytes. */
const CHUNK_BYTES = 128 * 1024;

/** Texts and bytes on their way to be chunks of a stream. */
export interface PartBuffer {
  add(piece: string | Uint8Array): void;
  /** Whether it is time to `take`. */
  readonly isFull: boolean;
  /** All there is, as one chunk; it is empty afterwards. */
  take(): Uint8Array;
}

export function createPartBuffer(): PartBuffer {
  let pieces: Uint8Array[] = [];
  let text = '';
  let length = 0;
  const flushText = () => {
    if (text !== '') pieces.push(Buffer.from(text));
    text = '';
  };
  return {
    add(piece) {
      length += piece.length;
      if (typeof piece === 'string') {
        text += piece;
        return;
      }
      flushText();
      pieces.push(piece);
    },
    get isFull() {
      return length >= CHUNK_BYTES;
    },
    take() {
      flushText();
      const [first] = pieces;
      const chunk = first && pieces.length === 1 ? first : Buffer.concat(pieces);
      pieces = [];
      length = 0;
      return chunk;
    },
  };
}
