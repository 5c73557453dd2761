/** What a call answered, and the HTTP response that carried it. */
export interface Exchange<T> {
  data: T;
  /** Status and headers. Its body has been read already. */
  response: Response;
}

/** The answer to one call: `await` it for its value. */
export interface Answer<T> extends Promise<T> {
  /** The value together with the HTTP response, for its status and headers. */
  withResponse(): Promise<Exchange<T>>;
}

/** Whoever takes the response handles the failure there, so it must not count as unhandled here. */
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
