export interface StreamEnds {
  /** Told what breaks it later: whoever reads it only sees that it ends too early. */
  readonly onFault: (fault: unknown) => void;
  /** The reader has left; `chunks` may still be waiting for something. */
  readonly onLeave?: () => void;
}

/**
 * `chunks` as the body of an answer, made as it is read and no further when the reader leaves. Its
 * first chunk is there: a database that can't be read is known before the status is sent.
 */
export async function beginStream(
  chunks: AsyncGenerator<Uint8Array>,
  { onFault, onLeave }: StreamEnds,
): Promise<ReadableStream<Uint8Array>> {
  let first: IteratorResult<Uint8Array> | null = await chunks.next();
  const next = async () => {
    const result = first ?? (await chunks.next());
    first = null;
    return result;
  };
  // What was begun for a reader who has left is nothing to anybody, a fault neither.
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
    // Made when it is asked for, not before.
    { highWaterMark: 0 },
  );
}
