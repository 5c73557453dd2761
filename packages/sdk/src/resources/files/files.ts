import { answerOf, mapped, type Answer } from '../../answer.ts';
import { assertArguments, assertOptions } from '../../arguments.ts';
import { arriving, damaged } from './arriving.ts';
import type { CompactSpace } from '../../compact-space.ts';
import type { Operations } from '../../generated/operations.ts';
import type { Http } from '../../http.ts';
import { isId, onlyOne } from '../../naming.ts';
import { lookupOptions, type CallOptions } from '../../options.ts';
import { anyOf, within } from '../../time.ts';
import type { FileLink, FileView, Ok } from '../../types.ts';

/** The content of a file: bytes, which are sent again if a connection is lost, or a stream, which is sent once. */
export type FileContent = string | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** @see docs/sdk.md#files */
export interface CreateFileOptions extends CallOptions {
  /** What you say about the type; nobody relies on it. */
  type?: string | undefined;
}

/** @see docs/sdk.md#files */
export interface DownloadOptions extends Pick<CallOptions, 'signal' | 'timeoutMs' | 'headers'> {
  /** Gives up after this many milliseconds without any bytes; default 30,000. */
  idleMs?: number | undefined;
}

/** The service gives up an upload after that time. */
const uploadMs = 120_000;

/**
 * The files of a space.
 * @see docs/sdk.md#files
 */
export class Files {
  readonly #space: CompactSpace;
  readonly #http: Http;

  /** @internal */
  constructor(space: CompactSpace, http: Http) {
    this.#space = space;
    this.#http = http;
  }

  /**
   * Uploads a file. A stream is not retried, because its bytes are gone then.
   * @throws {InvalidRequestError} when the file is too large, or the space has no room for it.
   * @throws {ForbiddenError} when you are muted.
   */
  create(name: string, content: FileContent, { type, ...options }: CreateFileOptions = {}): Answer<FileView> {
    assertArguments({ name: 'name', content: 'any', type: 'string?' }, { name, content, type });
    const isOnce = isStream(content) || isIterable(content);
    return this.#http.call('createFile', { spaceId: this.#space.spaceId, name }, this.#space.key, {
      ...options,
      timeoutMs: options.timeoutMs ?? Math.max(uploadMs, this.#http.timeoutMs),
      ...(isOnce && { maxRetries: 0 }),
      headers: { 'content-type': type ?? 'application/octet-stream', ...options.headers },
      bytes: (isIterable(content) && !isStream(content) ? streamOf(content) : content) as RequestInit['body'],
    });
  }

  /** All files, oldest first. */
  list(options?: CallOptions): Answer<FileView[]> {
    return mapped(this.#space.call('listFiles', {}, options), ({ files }) => files);
  }

  /**
   * What is known of a file.
   * @param idOrName - As all methods of a file take it.
   * @throws {NotFoundError} when there is no such file.
   * @throws {ConflictError} with `code` `ambiguous_name` when several files have this name.
   */
  get(idOrName: string, options?: CallOptions): Answer<FileView> {
    return this.#called('getFile', idOrName, options);
  }

  /**
   * The bytes of a file, whose SHA-256 is verified. Pages that were loaded over plain HTTP cannot compute one: there it is not.
   * @param options - `timeoutMs` limits the time until the download starts, `idleMs` the time without any bytes.
   * @throws {NotFoundError} when there is no such file.
   * @throws {TimeoutError} when no bytes arrive for too long.
   * @throws {UnexpectedAnswerError} when the bytes are not those of the file.
   */
  async download(idOrName: string, options: DownloadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const { response, body } = await this.#open(idOrName, options);
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    const { subtle } = globalThis.crypto as Partial<Crypto>;
    if (subtle && sha256Of(response) !== hex(await subtle.digest('SHA-256', bytes))) throw damaged();
    return bytes;
  }

  /**
   * The bytes of a file as they arrive: `for await (const bytes of await space.files.stream(fileId))`. Compare their SHA-256 with that of
   * {@link Files.get} yourself. The stream throws if it is cut off, if no bytes arrive for too long, or if there are more than the file has.
   * @param options - `timeoutMs` limits the time until the stream starts, `idleMs` the time that it waits for bytes.
   * @throws {NotFoundError} when there is no such file.
   */
  async stream(idOrName: string, options: DownloadOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return (await this.#open(idOrName, options)).body;
  }

  /**
   * Deletes a file. Only its author and the owner of the space can.
   * @throws {NotFoundError} when there is no such file.
   * @throws {ForbiddenError} when somebody else uploaded it.
   */
  delete(idOrName: string, options?: CallOptions): Answer<Ok> {
    return this.#called('deleteFile', idOrName, options);
  }

  /**
   * A link that downloads a file once, within 5 minutes, without a key. Whoever has it can download the file.
   * @throws {NotFoundError} when there is no such file.
   */
  link(idOrName: string, options?: CallOptions): Answer<FileLink> {
    return this.#called('linkFile', idOrName, options);
  }

  #called<Name extends 'getFile' | 'deleteFile' | 'linkFile'>(
    name: Name,
    idOrName: string,
    options: CallOptions | undefined,
  ): Answer<Operations[Name]['output']> {
    const calling = async () => {
      const input = { fileId: await this.#idOf(idOrName, options) };
      return this.#space.call<Name>(name, input as Omit<Operations[Name]['input'], 'spaceId'>, options).withResponse();
    };
    return answerOf(calling());
  }

  async #idOf(idOrName: string, options: CallOptions | undefined): Promise<string> {
    if (isId(idOrName)) return idOrName;
    return onlyOne('file', idOrName, await this.list(lookupOptions(options)), ({ fileId }) => fileId).fileId;
  }

  async #open(idOrName: string, options: DownloadOptions): Promise<{ response: Response; body: ReadableStream<Uint8Array> }> {
    assertOptions({ signal: 'signal?', timeoutMs: 'ms?', headers: 'headers?', idleMs: 'ms?' }, options);
    const { idleMs = 30_000, ...opening } = options;
    const fileId = await this.#idOf(idOrName, opening);
    const input = { spaceId: this.#space.spaceId, fileId };
    const response = await within(opening.timeoutMs ?? this.#http.timeoutMs, (late) =>
      this.#http.open('downloadFile', input, this.#space.key, opening, late),
    );
    const { body } = response;
    const giveUp = (error: unknown) => {
      body?.cancel().catch(() => {});
      throw error;
    };
    const bytes = bytesOf(response) ?? (await this.get(fileId, opening).then((file) => file.bytes, giveUp));
    const signal = anyOf(opening.signal, this.#http.options.signal);
    return { response, body: arriving(body ?? new Blob([]).stream(), { bytes, idleMs, signal }) };
  }
}

/** Undefined if something on the way, such as a proxy that compresses, has removed or changed the length. */
function bytesOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? undefined : Number(length);
}

const isStream = (content: unknown): content is ReadableStream<Uint8Array> =>
  typeof (content as Partial<ReadableStream>).getReader === 'function';

const isIterable = (content: unknown): content is AsyncIterable<Uint8Array> =>
  typeof (content as Partial<AsyncIterable<Uint8Array>>)[Symbol.asyncIterator] === 'function';

function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return?.()),
  });
}

/** The tag of a file is its SHA-256. */
const sha256Of = ({ headers }: Response): string => (headers.get('etag') ?? '').replace(/^W\/|"/g, '');

const hex = (digest: ArrayBuffer): string =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
