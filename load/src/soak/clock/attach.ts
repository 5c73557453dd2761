// Preloaded into a server under test (`node --import`): lets its clock be set.
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const address = process.env['SOAK_CLOCK'];
const TrueDate = Date;
let offsetMs = 0;

class SetDate extends TrueDate {
  constructor(...given: []) {
    if (given.length === 0) super(SetDate.now());
    else super(...given);
  }

  static override now(): number {
    return TrueDate.now() + offsetMs;
  }
}

if (address && isMainThread) {
  globalThis.Date = SetDate as DateConstructor;
  createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (text) => {
      offsetMs = Number(text.toString());
      socket.end('set');
    });
  })
    .listen(address)
    .unref();
}
