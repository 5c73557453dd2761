let resolve: () => void;
const came = new Promise<void>((resolved) => (resolve = resolved));

/** A room has its first messages, or was refused. */
export const messagesCame = (): void => resolve();

/** Loads what is around the messages of a room after them: they would share a slow line. */
export const afterMessages =
  <Part>(load: () => Promise<Part>) =>
  (): Promise<Part> =>
    came.then(load);
