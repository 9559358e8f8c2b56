/**
 * `body`, telling `onFault` what broke it. Its status has been sent by then: whoever reads it only
 * sees that it ends before it is whole.
 */
export function watchStream(
  body: ReadableStream<Uint8Array>,
  onFault: (fault: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  // What was begun for a reader who has left is nothing to anybody, a fault neither.
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
