/** The size of a chunk. Each chunk has a fixed cost, so chunks are not smaller. */
const PART_CHUNK_BYTES = 128 * 1024;
/** Longer texts are measured before they are written, and longer byte arrays are not copied. */
const LARGE_PIECE_LENGTH = 32 * 1024;
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
/** A chunk has room for one more piece that is not large. */
const ROOM_BYTES = PART_CHUNK_BYTES + LARGE_PIECE_LENGTH * MAX_BYTES_PER_UNIT;
const NO_BUFFER = Buffer.alloc(0);

/**
 * Creates a buffer that joins texts and bytes to chunks of a stream. It encodes texts directly into
 * chunks, because joining them first takes twice as long.
 */
export function createPartBuffer() {
  let chunks: Uint8Array[] = [];
  let chunkedBytes = 0;
  let room = NO_BUFFER;
  let used = 0;

  const push = (chunk: Uint8Array) => {
    if (chunk.length > 0) chunks.push(chunk);
    chunkedBytes += chunk.length;
  };
  const endChunk = () => {
    push(room.subarray(0, used));
    room = NO_BUFFER;
    used = 0;
  };
  const reserve = (bytes: number) => {
    if (used + bytes <= room.length) return;
    endChunk();
    room = Buffer.allocUnsafe(Math.max(bytes, ROOM_BYTES));
  };

  return {
    add(piece: string | Uint8Array): void {
      if (typeof piece === 'string') {
        const isLarge = piece.length >= LARGE_PIECE_LENGTH;
        reserve(isLarge ? Buffer.byteLength(piece) : piece.length * MAX_BYTES_PER_UNIT);
        used += room.write(piece, used);
      } else if (piece.length < LARGE_PIECE_LENGTH) {
        reserve(piece.length);
        room.set(piece, used);
        used += piece.length;
      } else {
        endChunk();
        push(piece);
      }
    },
    /** True when there is enough for a chunk. */
    get isFull() {
      return chunkedBytes + used >= PART_CHUNK_BYTES;
    },
    /** Returns all chunks in their order and empties the buffer. */
    take(): readonly Uint8Array[] {
      endChunk();
      const taken = chunks;
      chunks = [];
      chunkedBytes = 0;
      return taken;
    },
  };
}

export type PartBuffer = ReturnType<typeof createPartBuffer>;
