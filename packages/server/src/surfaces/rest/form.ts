import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { ServiceError } from '@parley/core';

/** The only file of a form. Its bytes are read as they arrive. */
export interface FormFile {
  /** As the client has it; undefined if the client says none. */
  name: string | undefined;
  type: string;
  pieces: AsyncGenerator<Uint8Array>;
}

/** What can precede and follow the bytes of the file. */
export const aroundFile = 64 * 1024;

export const isForm = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean => /^\s*multipart\//i.test(type);

/**
 * Reads a `multipart/form-data` body until its file begins. Throws 400, then or later, unless one file is all that it has.
 * @param body - Reads on where reading ended, so that nobody holds what a refusal leaves unread.
 */
export async function fileIn(headers: IncomingHttpHeaders, body: () => AsyncIterable<Uint8Array>): Promise<FormFile> {
  const form = formWith(headers);
  let reading: AsyncIterator<Uint8Array>;
  const arrived: Uint8Array[] = [];
  let file: Pick<FormFile, 'name' | 'type'> | undefined;
  let refusal: ServiceError | undefined;
  const broken = () => (refusal ??= malformed('The form ended before it was complete, or is not one'));
  form.on('file', (_field: string, bytes: BusboyFileStream, name: string, _encoding: string, type: string) => {
    file = { name: name || undefined, type };
    bytes.on('data', (piece: Buffer) => arrived.push(piece)).on('error', broken);
  });
  for (const other of ['field', 'partsLimit'] as const) form.on(other, () => (refusal ??= notOneFile()));
  // After an error, the library calls nothing back.
  const over = once(form, 'finish').catch(broken);

  /** False at the end of the body. */
  async function more(): Promise<boolean> {
    const { done, value } = await reading.next();
    if (done) form.end();
    await (done ? over : Promise.race([over, new Promise((taken) => form.write(value, taken))]));
    if (refusal) throw refusal;
    return !done;
  }

  async function* pieces(): AsyncGenerator<Uint8Array> {
    reading = body()[Symbol.asyncIterator]();
    try {
      do yield* arrived.splice(0);
      while (await more());
      yield* arrived.splice(0);
    } finally {
      await reading.return?.();
    }
  }

  reading = body()[Symbol.asyncIterator]();
  try {
    while (!file) if (!(await more())) throw notOneFile();
  } finally {
    await reading.return?.();
  }
  return { ...file, pieces: pieces() };
}

function formWith(headers: IncomingHttpHeaders): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: { parts: 1, fieldSize: 0, headerSize: 16 * 1024 } });
  } catch {
    throw malformed('The body is a form without a boundary, or of another type than multipart/form-data');
  }
}

const malformed = (message: string): ServiceError => new ServiceError('malformed_body', message);

const notOneFile = (): ServiceError =>
  new ServiceError(
    'invalid_request',
    'The form must have one part, which is a file: curl -F file=@report.pdf; everything else is in the query',
  );
