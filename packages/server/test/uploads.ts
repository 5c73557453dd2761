import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Member, Server } from '@parley/testing';

export const fileUrl = ({ url }: Server, { spaceId }: Pick<Member, 'spaceId'>, rest = '') =>
  `${url}/hub/space/${spaceId}/file${rest}`;

interface Uploading {
  name?: string;
  headers?: Record<string, string>;
}

type Body = Record<string, unknown> & { fileId: string; code: string };

/** Uploads bytes at once. */
export async function upload(
  server: Server,
  member: Member,
  bytes: BodyInit,
  { name = 'build.log', headers = {} }: Uploading = {},
): Promise<{ status: number; body: Body; headers: Headers }> {
  const response = await fetch(fileUrl(server, member, `?name=${encodeURIComponent(name)}`), {
    method: 'POST',
    headers: { 'x-private-key': member.key, ...headers },
    body: bytes,
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as Body, headers: response.headers };
}

/** Uploads bytes, and returns the id of the file. */
export async function stored(server: Server, member: Member, bytes: BodyInit, uploading?: Uploading): Promise<string> {
  const { status, body } = await upload(server, member, bytes, uploading);
  if (status !== 200) throw new Error(`The upload was refused with ${status}: ${JSON.stringify(body)}`);
  return body.fileId;
}

/** An upload whose body waits for the test. */
export class Slow {
  readonly request: ClientRequest;
  readonly #answer: Promise<IncomingMessage | undefined>;

  constructor(server: Server, member: Member, headers: Record<string, string | number> = {}, name = 'slow.bin') {
    this.request = request(fileUrl(server, member, `?name=${name}`), {
      method: 'POST',
      headers: { 'x-private-key': member.key, ...headers },
    });
    this.request.flushHeaders();
    this.#answer = new Promise((resolve) => {
      this.request.once('response', resolve);
      this.request.once('error', () => resolve(undefined));
    });
  }

  /** Sends a part of the body; resolves when the system has taken it. */
  async send(bytes: Buffer): Promise<void> {
    if (!this.request.write(bytes)) await once(this.request, 'drain');
  }

  end(bytes?: Buffer): void {
    this.request.end(bytes);
  }

  /** The answer; status 0 if the connection ended without one. */
  async answer(): Promise<{ status: number; body: Body }> {
    const answer = await this.#answer;
    if (!answer) return { status: 0, body: {} as Body };
    let text = '';
    for await (const piece of answer.setEncoding('utf8')) text += piece as string;
    return { status: answer.statusCode!, body: JSON.parse(text) as Body };
  }
}
