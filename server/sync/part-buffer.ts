/** What is sent at once: a chunk costs more than its bytes. */
const CHUNK_BYTES = 128 * 1024;
/** From here on a piece is worth looking at: a text to be measured, bytes not to be copied. */
const LARGE = 32 * 1024;
/** A UTF-16 code unit takes no more in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
/** Whoever fills a chunk may add one more piece that is not large. */
const ROOM_BYTES = CHUNK_BYTES + LARGE * MAX_BYTES_PER_UNIT;
const NO_ROOM = Buffer.alloc(0);

/** Texts and bytes on their way to be chunks of a stream. */
export interface PartBuffer {
  add(piece: string | Uint8Array): void;
  /** Whether it is time to `take`. */
  readonly isFull: boolean;
  /** All there is, in its order; it is empty afterwards. */
  take(): readonly Uint8Array[];
}

/** Texts are written where they are sent from: to join them first takes twice as long. */
export function createPartBuffer(): PartBuffer {
  let chunks: Uint8Array[] = [];
  let chunkedBytes = 0;
  let room = NO_ROOM;
  let used = 0;

  const push = (chunk: Uint8Array) => {
    if (chunk.length > 0) chunks.push(chunk);
    chunkedBytes += chunk.length;
  };
  const endChunk = () => {
    push(room.subarray(0, used));
    room = NO_ROOM;
    used = 0;
  };
  const reserve = (bytes: number) => {
    if (used + bytes <= room.length) return;
    endChunk();
    room = Buffer.allocUnsafe(Math.max(bytes, ROOM_BYTES));
  };

  return {
    add(piece) {
      if (typeof piece === 'string') {
        const isLarge = piece.length >= LARGE;
        reserve(isLarge ? Buffer.byteLength(piece) : piece.length * MAX_BYTES_PER_UNIT);
        used += room.write(piece, used);
      } else if (piece.length < LARGE) {
        reserve(piece.length);
        room.set(piece, used);
        used += piece.length;
      } else {
        endChunk();
        push(piece);
      }
    },
    get isFull() {
      return chunkedBytes + used >= CHUNK_BYTES;
    },
    take() {
      endChunk();
      const taken = chunks;
      chunks = [];
      chunkedBytes = 0;
      return taken;
    },
  };
}
