/**
 * Passes `body` through and calls `onFault` with the error that ends it. The status has been sent by
 * then, so the reader only sees that the stream ends early.
 */
export function watchStream(
  body: ReadableStream<Uint8Array>,
  onFault: (fault: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  // After the reader has left, neither a late chunk nor a late error matters.
  let hasLeft = false;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (hasLeft) return;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (fault) {
        if (hasLeft) return;
        onFault(fault);
        controller.error(fault);
      }
    },
    cancel(reason) {
      hasLeft = true;
      return reader.cancel(reason);
    },
  });
}
