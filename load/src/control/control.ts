import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { built } from '../process/child.ts';
import { scratch } from '../process/resources.ts';

export type Order = { what: 'cpu' | 'memory' } | { what: 'clock'; offsetMs: number };

/** The resources that a process has used since its start, all threads together. */
export interface Usage {
  cpuMicros: number;
  memoryBytes: number;
}

/** The environment that makes a Node process controllable, and the socket that controls it. */
export function controlled(hasClock = false) {
  const control = scratch('control.sock');
  const NODE_OPTIONS = `--import=${pathToFileURL(built('control/attach.js')).href}`;
  return { control, env: { LOAD_CONTROL: control, NODE_OPTIONS, ...(hasClock && { LOAD_CLOCK: '1' }) } };
}

/** `memory` runs the garbage collector first, so do not use it during a measurement of time. */
export const usageOf = (control: string, what: 'cpu' | 'memory' = 'cpu'): Promise<Usage> => ask(control, { what });

/** Sets the clock of a server so many ms before or after the true time: the time of day, not what it measures. */
export const setClock = (control: string, offsetMs: number): Promise<Usage> => ask(control, { what: 'clock', offsetMs });

async function ask(control: string, order: Order): Promise<Usage> {
  const socket = connect(control);
  socket.write(JSON.stringify(order));
  return JSON.parse(await text(socket)) as Usage;
}
