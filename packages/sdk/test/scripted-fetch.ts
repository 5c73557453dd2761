/** Answers one request. The signal of the request follows the given one only as long as somebody refers to it. */
export type Step = (request: Request, given?: AbortSignal) => Response | Promise<Response>;

const onAbort = (signal: AbortSignal, act: () => void): void => {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act);
};

/** A `fetch` that follows a script; its last step is repeated. */
export function scripted(...steps: [Step, ...Step[]]): { fetch: typeof fetch; requests: Request[] } {
  const requests: Request[] = [];
  return {
    requests,
    fetch: async (address, init) => {
      const request = new Request(address, init);
      requests.push(request.clone());
      return (steps[requests.length - 1] ?? steps.at(-1)!)(request, init?.signal ?? undefined);
    },
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Step =>
  () =>
    new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    });

/** The lists in answers, without anything in them. */
export const nothing = { participants: [], artifacts: [], messages: [], deliveries: [], hasMore: false };

export const refusal = (status: number, code = 'x', details: object = {}, headers?: Record<string, string>): Step =>
  json({ error: `No: ${code}`, code, requestId: 'r1', ...details }, status, headers);

export const unreachable: Step = () => Promise.reject(new TypeError('fetch failed'));

/** Never answers; ends only when the caller does. */
export const silent: Step = (request, signal = request.signal) =>
  new Promise((_, reject) => {
    onAbort(signal, () => reject(signal.reason as Error));
  });

/** A stream that says this, and then ends, breaks off or stays silent. */
export const saying =
  (text: string, then: 'end' | 'break' | 'silence' = 'end'): Step =>
  (request, signal = request.signal) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          if (then === 'end') controller.close();
          else onAbort(signal, () => controller.error(signal.reason));
        },
        pull(controller) {
          if (then === 'break') controller.error(new TypeError('terminated'));
        },
      }),
      { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
    );

export const frame = (event: string, data: object, id?: number): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
