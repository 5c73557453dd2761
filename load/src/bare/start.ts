import { startChild } from '../child.ts';
import { probed } from '../probe/usage.ts';

export interface Bare {
  port: number;
  probe: string;
  stop(): Promise<void>;
}

const modules = {
  http: new URL('./http.js', import.meta.url),
  fastify: new URL('./fastify.js', import.meta.url),
  'fan-out': new URL('./fan-out.js', import.meta.url),
};

/** Starts one of the minimal servers on a free port. */
export async function startBare(name: keyof typeof modules, settings: object = {}): Promise<Bare> {
  const { probe, env } = probed();
  const child = startChild<object, number>(modules[name], env);
  return { port: await child.ask(settings), probe, stop: () => child.stop() };
}
