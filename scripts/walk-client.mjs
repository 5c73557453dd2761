// Sends the same request again and again over one connection, for `walk.mjs`.
import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';

const { port, request, count } = workerData;
const socket = connect({ port, host: '127.0.0.1' });
let left = count;
socket.on('data', (answer) => {
  // The answers are small: each comes as a whole.
  if (!answer.includes('HTTP/1.1 200')) throw new Error(answer.toString());
  if ((left -= 1) === 0) socket.end();
  else socket.write(request);
});
socket.write(request);
