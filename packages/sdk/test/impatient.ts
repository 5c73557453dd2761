/** A `fetch` whose streams do not ask their clients to wait before they reconnect. */
export const impatient: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const body = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(
    new TransformStream<string, string>({
      transform: (text, controller) => controller.enqueue(text.replace(/^retry: \d+$/m, 'retry: 0')),
    }),
  );
  return new Response(body.pipeThrough(new TextEncoderStream()), response);
};
