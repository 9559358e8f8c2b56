import { turnOf } from '../processes/main-thread';

export interface StreamEnds {
  /** The user, whose streams take turns with those of others. */
  readonly client: string;
  /** Called with an error after the start. The reader only sees that the stream ends early. */
  readonly onFault: (fault: unknown) => void;
  /** Called when the reader disconnects. `chunks` may still be waiting then. */
  readonly onLeave?: () => void;
}

/**
 * Turns `chunks` into the body of an answer. Chunks are generated only as the client reads them.
 * The first one is generated here, so that a database error can still change the status. Each chunk is
 * made in a turn of the client.
 */
export async function beginStream(
  chunks: AsyncGenerator<Uint8Array>,
  { client, onFault, onLeave }: StreamEnds,
): Promise<ReadableStream<Uint8Array>> {
  const make = async () => {
    await turnOf(client);
    return chunks.next();
  };
  let first: IteratorResult<Uint8Array> | null = await make();
  const next = async () => {
    const result = first ?? (await make());
    first = null;
    return result;
  };
  // After the reader has left, neither a late chunk nor a late error matters.
  let hasLeft = false;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await next();
          if (hasLeft) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (fault) {
          if (hasLeft) return;
          onFault(fault);
          controller.error(fault);
        }
      },
      async cancel() {
        hasLeft = true;
        onLeave?.();
        await chunks.return(undefined);
      },
    },
    // No chunk is generated ahead of the reader.
    { highWaterMark: 0 },
  );
}
