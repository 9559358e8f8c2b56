/** Small pieces are sent together: a chunk costs more than a character. */
const CHUNK_LENGTH = 16_384;

/**
 * Text as a stream of UTF-8. It is made as it is read, and no further when the reader leaves; what
 * `pieces` throws, the reader gets.
 */
export function streamText(
  pieces: AsyncIterable<string> | Iterable<string>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = iterate(pieces);
  return new ReadableStream({
    async pull(controller) {
      let text = '';
      while (text.length < CHUNK_LENGTH) {
        const { done, value } = await source.next();
        if (done) {
          if (text !== '') controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += value;
      }
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}

async function* iterate(pieces: AsyncIterable<string> | Iterable<string>) {
  yield* pieces;
}
