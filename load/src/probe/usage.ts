import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { scratch } from '../scratch.ts';

/** The resources that a process has used since its start, all threads together. */
export interface Usage {
  cpuMicros: number;
  memoryBytes: number;
}

/** The environment that makes a Node process report its usage, and the socket where it does. */
export function probed(): { probe: string; env: Record<string, string> } {
  const probe = scratch('probe.sock');
  const attach = new URL('./attach.js', import.meta.url).href;
  return { probe, env: { BENCH_PROBE: probe, NODE_OPTIONS: `--import=${attach}` } };
}

/** `memory` runs the garbage collector first, so do not use it during a measurement of time. */
export async function usageOf(probe: string, what: 'cpu' | 'memory' = 'cpu'): Promise<Usage> {
  const socket = connect(probe);
  socket.write(what);
  return JSON.parse(await text(socket)) as Usage;
}
