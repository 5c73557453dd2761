import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { KeyHolder } from '@parley/testing';

interface Raw {
  /** The source address; a process can use any address of the loopback network. */
  from?: string;
}

/** A connection that reads only on request. */
export async function connected(port: number, { from = '127.0.0.1' }: Raw = {}): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const get = (path: string, ...headers: string[]): string => [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
export const inSpace = ({ spaceId, key }: KeyHolder, path: string, ...headers: string[]): string =>
  get(`/hub/space/${spaceId}${path}`, `X-Private-Key: ${key}`, ...headers);
/** The server closes the connection after the answer. */
export const lastInSpace = (holder: KeyHolder, path: string): string => inSpace(holder, path, 'Connection: close');

const lookedAt = 200_000;

/** Reads to the end of the connection, or until the last of it is `enough`. */
export async function readAll(socket: Socket, enough: (text: string) => boolean = () => false): Promise<string> {
  const pieces: string[] = [];
  // Apart from the pieces: a part of a string that grows makes V8 copy all of it.
  let last = '';
  socket.on('data', (chunk: Buffer) => {
    const piece = chunk.toString('latin1');
    pieces.push(piece);
    last = (last + piece).slice(-lookedAt);
    if (enough(last)) socket.destroy();
  });
  socket.resume();
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return pieces.join('');
}

export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** A connection that sends a request and never reads. */
export async function askUnread(port: number, path: string, key: string): Promise<Socket> {
  const socket = await connected(port);
  socket.write(get(path, `X-Private-Key: ${key}`));
  return socket;
}
