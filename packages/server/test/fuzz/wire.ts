import { connect } from 'node:net';

export interface Reply {
  status: number;
  headers: Map<string, string>;
  body: Buffer;
}

export interface Exchange {
  replies: Reply[];
  /** Whether the connection ended before the last reply was complete. */
  cutShort: boolean;
  timedOut: boolean;
}

interface Wanted {
  /** How many replies to wait for before closing the connection. */
  replies?: number;
  /** Closes the sending half immediately, like a client that crashes. */
  hangUp?: boolean;
  /** The method of each request, because a reply to HEAD has no body despite its headers. */
  methods?: readonly string[];
  patienceMs?: number;
}

/** Sends bytes unchanged and reads the replies. */
export function exchange(port: number, bytes: Buffer, wanted: Wanted = {}): Promise<Exchange> {
  const { replies = 1, hangUp = false, methods = [], patienceMs = 60_000 } = wanted;
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const settle = (closed: boolean, timedOut = false) => {
      const read = readReplies(received, methods, closed);
      if (!closed && !timedOut && read.replies.length < replies) return;
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...read, timedOut });
    };
    const timer = setTimeout(() => settle(false, true), patienceMs);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      settle(false);
    });
    socket.once('end', () => settle(true));
    // A server that refuses early can reset the connection while we are still sending.
    socket.once('error', () => settle(true));
    socket.once('close', () => settle(true));
    if (hangUp) socket.end(bytes);
    else socket.write(bytes);
  });
}

function readReplies(received: Buffer, methods: readonly string[], closed: boolean): Pick<Exchange, 'replies' | 'cutShort'> {
  const replies: Reply[] = [];
  let rest = received;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { replies, cutShort: true };
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(first)?.[1]);
    rest = rest.subarray(end + 4);
    if (status >= 100 && status < 200) continue;
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const isBare = methods[replies.length] === 'HEAD' || status === 204 || status === 304;
    const read = isBare ? { body: Buffer.alloc(0), length: 0 } : bodyOf(headers, rest, closed);
    if (!read) return { replies, cutShort: true };
    replies.push({ status, headers, body: read.body });
    rest = rest.subarray(read.length);
  }
  return { replies, cutShort: false };
}

function bodyOf(headers: Map<string, string>, rest: Buffer, closed: boolean): { body: Buffer; length: number } | undefined {
  const length = headers.get('content-length');
  if (length !== undefined)
    return rest.length < Number(length) ? undefined : { body: rest.subarray(0, Number(length)), length: Number(length) };
  if (headers.get('transfer-encoding') === 'chunked') return chunked(rest);
  // A stream of events does not end; its start is enough.
  if (closed || headers.get('content-type')?.startsWith('text/event-stream')) return { body: rest, length: rest.length };
  return undefined;
}

function chunked(rest: Buffer): { body: Buffer; length: number } | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = rest.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(rest.subarray(at, line).toString('latin1'), 16);
    const next = line + 2 + size + 2;
    if (rest.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), length: next };
    parts.push(rest.subarray(line + 2, line + 2 + size));
    at = next;
  }
}
