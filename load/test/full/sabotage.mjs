// Preloaded into a server (`node --import`): breaks one of its promises, towards attackers or towards everybody.
import { createSocket } from 'node:dgram';
import http from 'node:http';
import { randomUUID } from 'node:crypto';

const { LOAD_SABOTAGE: broken } = process.env;
const leaked = [];
let requests = 0;

const isAttacker = ({ remoteAddress = '' }) => Number(/127\.(\d+)\./.exec(remoteAddress)?.[1] ?? 0) >= 16;
const isSend = ({ method, url }) => method === 'POST' && url.endsWith('/messages');
const isStream = ({ url }) => url.includes('/messages/stream');
const answer = (response, status, body) => {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length }).end(text);
};

/** What happens at a request of an attacker. */
const attacked = {
  crash: () => process.kill(process.pid, 'SIGKILL'),
  grow: () => void (leaked.length < 12 && leaked.push(Buffer.alloc(100 * 1024 * 1024, 1))),
  stall: () => {
    if (requests++ > 2) return;
    for (const end = performance.now() + 1_500; performance.now() < end;);
  },
  leak: () => void (leaked.length < 20 && leaked.push(createSocket('udp4').bind())),
};

/** What happens at every request. */
const always = {
  lose: (request, response) => isSend(request) && requests++ % 3 === 2 && lose(response),
  refuse: (request, response) =>
    isSend(request) && requests++ % 3 === 2 && !answer(response.setHeader('retry-after', '1'), 503, { code: 'x' }),
  'no-retry-after': (_, response) => {
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (status, ...more) => {
      for (const headers of more) if (typeof headers === 'object') delete headers['retry-after'];
      response.removeHeader('retry-after');
      return writeHead(status, ...more);
    };
  },
  twice: (request) => isStream(request) && rewrite(request.socket, (text) => text + text),
  drop: (request) => isStream(request) && rewrite(request.socket, (text) => (requests++ % 5 === 4 ? '' : text)),
};

function lose(response) {
  answer(response, 200, { messageId: randomUUID(), sequence: 1, timestamp: new Date().toISOString() });
  return true;
}

/** Changes each written part of a stream that has a message: streams write to the socket itself. */
function rewrite(socket, change) {
  const write = socket.write.bind(socket);
  socket.write = (part, ...more) => {
    const text = Buffer.from(part).toString();
    return write(text.includes('event: message') ? change(text) : text, ...more);
  };
}

const emit = http.Server.prototype.emit;
http.Server.prototype.emit = function (event, ...words) {
  if (event === 'request') {
    const [request, response] = words;
    if (isAttacker(request.socket)) attacked[broken]?.();
    if (always[broken]?.(request, response) === true) return true;
  }
  return emit.call(this, event, ...words);
};
