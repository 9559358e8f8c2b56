/**
 * `body`, telling `onFault` what broke it. Its status has been sent by then: whoever reads it only
 * sees that it ends before it is whole.
 */
export function watchStream(
  body: ReadableStream<Uint8Array>,
  onFault: (fault: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (fault) {
        onFault(fault);
        controller.error(fault);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
