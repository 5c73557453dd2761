/** The result of a call, and the HTTP response that carried it. */
export interface Exchange<T> {
  data: T;
  /** For its status and headers; its body has already been read. */
  response: Response;
}

/** The result of one call: `await` it to get the value. */
export interface Answer<T> extends Promise<T> {
  /** Resolves with the value and the HTTP response, which has the status and the headers. */
  withResponse(): Promise<Exchange<T>>;
}

/** A caller of `withResponse` handles a failure there, so the other promise must not reject unhandled. */
export function answerOf<T>(exchange: Promise<Exchange<T>>): Answer<T> {
  const data = exchange.then((exchanged) => exchanged.data);
  const withResponse = () => {
    data.catch(() => {});
    return exchange;
  };
  return Object.assign(data, { withResponse });
}

/** The same answer with another value. */
export const mapped = <T, Value>(answer: Answer<T>, value: (data: T) => Value): Answer<Value> =>
  answerOf(answer.withResponse().then(({ data, response }) => ({ data: value(data), response })));
