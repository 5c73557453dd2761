import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a host asks the model. */
export interface Asked {
  /** The names of the tools that the model can call. */
  tools: readonly string[];
  /** What the model was told after what it said itself, since its last move: results of tools, hooks and prompts. */
  told: string;
}

/** What the model does. */
export type Move = { say: string } | { call: string; args: object };

/** An API of models, as far as a host needs it. */
export interface Api {
  /** Undefined for a request that asks nothing of the model. */
  read(request: IncomingMessage, body: string): Asked | undefined;
  write(response: ServerResponse, request: IncomingMessage, move: Move, number: number): void;
}

/** Each answers one request of the host. */
export type Step = (told: string) => Move | Promise<Move>;

/** A model that follows a script. */
export class ScriptedModel {
  readonly url: string;
  /** What it was told at each step. */
  readonly told: string[] = [];
  readonly errors: unknown[] = [];
  readonly #steps: Step[] = [];
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(api: Api): Promise<ScriptedModel> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const model = new ScriptedModel(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      // A host that was killed does not finish what it was sending.
      const failed = (error: unknown) => void (request.complete && model.errors.push(error));
      model.#answer(api, request, response).catch(failed);
    });
    return model;
  }

  /** The next steps. A host that asks more often is told that the work is done. */
  follows(...steps: Step[]): void {
    this.#steps.push(...steps);
  }

  /** Whether every step was asked for. */
  get isDone(): boolean {
    return this.#steps.length === 0;
  }

  async #answer(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = api.read(request, await text(request));
    if (!asked) return void response.setHeader('content-type', 'application/json').end('{"data":[],"models":[],"totalTokens":1}');
    api.write(response, request, await this.#moveFor(asked), this.told.length);
  }

  /** Hosts also ask without tools, for example for a title. */
  async #moveFor({ tools, told }: Asked): Promise<Move> {
    const step = tools.length > 0 ? this.#steps.shift() : undefined;
    if (tools.length > 0) this.told.push(told);
    if (!step) return { say: 'done' };
    try {
      const move = await step(told);
      return 'call' in move ? { ...move, call: named(tools, move.call) } : move;
    } catch (error) {
      this.errors.push(error);
      return { say: 'The script failed.' };
    }
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Hosts put the name of the server before that of the tool. */
function named(tools: readonly string[], name: string): string {
  const found = tools.find((each) => each === name || each.endsWith(`_${name}`) || each.endsWith(`.${name}`));
  if (found === undefined) throw new Error(`There is no tool ${name} among ${tools.join(' ')}`);
  return found;
}
