/** What is sent at once: a chunk costs more than its bytes. */
const CHUNK_BYTES = 128 * 1024;
/** Bytes that are worth a chunk of their own, so that they are not copied. */
const LARGE_BYTES = 32 * 1024;

/** Texts and bytes on their way to be chunks of a stream. */
export interface PartBuffer {
  add(piece: string | Uint8Array): void;
  /** Whether it is time to `take`. */
  readonly isFull: boolean;
  /** All there is, in its order; it is empty afterwards. */
  take(): readonly Uint8Array[];
}

export function createPartBuffer(): PartBuffer {
  let chunks: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  let text = '';
  let length = 0;

  const endText = () => {
    if (text !== '') small.push(Buffer.from(text));
    text = '';
  };
  const endChunk = () => {
    endText();
    const [only] = small;
    if (only) chunks.push(small.length === 1 ? only : Buffer.concat(small));
    small = [];
  };

  return {
    add(piece) {
      length += piece.length;
      if (typeof piece === 'string') {
        text += piece;
      } else if (piece.length < LARGE_BYTES) {
        endText();
        small.push(piece);
      } else {
        endChunk();
        chunks.push(piece);
      }
    },
    get isFull() {
      return length >= CHUNK_BYTES;
    },
    take() {
      endChunk();
      const taken = chunks;
      chunks = [];
      length = 0;
      return taken;
    },
  };
}
