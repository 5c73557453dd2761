import { controlled } from '../../control/control.ts';
import { built } from '../../process/built.ts';
import { startChild } from '../../process/child.ts';

interface Bare {
  port: number;
  control: string;
  stop(): Promise<void>;
}

/** Starts one of the minimal servers on a free port. */
export async function startBare(name: 'http' | 'fastify' | 'fan-out' | 'naive', settings: object = {}): Promise<Bare> {
  const { control, env } = controlled();
  const child = startChild<object, number>(built(`bench/bare/${name}.js`), env);
  return { port: await child.ask(settings), control, stop: () => child.stop() };
}
