/** Nobody sees more than five changes in a second come one by one. */
const pauseMs = 200;
/** So many changes can come fast, as at the start. */
const burst = 10;
/** A piece that was there is read sooner. */
const readMs = 2;

/**
 * Reads what the service streams, and of what comes fast the pieces of a pause together: each of 100 messages in a second on its own would
 * leave no time to write.
 */
export const paced: typeof fetch = async (address, init) => {
  const response = await fetch(address, init);
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const reader = response.body!.getReader();
  let due = 0;
  const pieces = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const asked = performance.now();
        const { done, value } = await reader.read();
        const came = performance.now();
        if (came - asked > readMs) {
          due = Math.max(due + pauseMs, came - burst * pauseMs);
          // In a hidden page nothing is drawn, and timers are slow.
          if (due > came && !document.hidden) await new Promise((resolve) => setTimeout(resolve, due - came));
        }
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(pieces, response);
};
