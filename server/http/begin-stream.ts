/**
 * `chunks` as the body of an answer, made as it is read and no further when the reader leaves. Its
 * first chunk is there: a database that can't be read is known before the status is sent.
 * @param onFault told what breaks it later: whoever reads it only sees that it ends too early
 */
export async function beginStream(
  chunks: AsyncGenerator<Uint8Array>,
  onFault: (fault: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  let first: IteratorResult<Uint8Array> | null = await chunks.next();
  const next = async () => {
    const result = first ?? (await chunks.next());
    first = null;
    return result;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (fault) {
          onFault(fault);
          controller.error(fault);
        }
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    // Made when it is asked for, not before.
    { highWaterMark: 0 },
  );
}
