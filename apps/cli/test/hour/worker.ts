import type { Machine } from '../machine.ts';
import { ScriptedModel, type Move, type Step } from '../hosts/model.ts';
import { waitForHooks, type RealHost } from '../hosts/real-host.ts';
import { catchUpIn, messagesIn, shownIn } from './heard.ts';

/** An agent in its host, which can be killed at any request, and what its model was told. */
export class Worker {
  readonly host: RealHost;
  readonly user: Machine;
  /** How often hooks delivered each message to a model that could read it. */
  readonly delivered = new Map<string, number>();
  /** The messages that a model was told, as a delivery or in a catch-up. */
  readonly told = new Set<string>();
  /** The bytes that hooks printed at the start of each session. */
  readonly starts: number[] = [];
  /** All that the models were told. */
  everything = '';
  turns = 0;
  kills = 0;
  readonly #program: string;
  readonly #model: ScriptedModel;
  readonly #mindOf: () => Step;
  #session: Awaited<ReturnType<RealHost['open']>> | undefined;
  #mind: Step;
  #prompt = '';
  #isNew = true;
  #requests = 0;
  /** The request at which the host is killed, before its model has read anything of it. */
  #killedAt = 0;

  private constructor(host: RealHost, user: Machine, program: string, model: ScriptedModel, mindOf: () => Step) {
    this.host = host;
    this.user = user;
    this.#program = program;
    this.#model = model;
    this.#mindOf = mindOf;
    this.#mind = mindOf();
    const step: Step = (told) => {
      model.follows(step);
      return this.#reads(told);
    };
    model.follows(step);
  }

  static async start(host: RealHost, user: Machine, program: string, mindOf: () => Step): Promise<Worker> {
    const model = await ScriptedModel.start(host.api);
    await host.configure(user, model.url);
    await user.does('install', host.name);
    await waitForHooks(user, host.name);
    return new Worker(host, user, program, model, mindOf);
  }

  get errors(): readonly unknown[] {
    return this.#model.errors;
  }

  async #reads(told: string): Promise<Move> {
    this.#requests += 1;
    if (this.#requests === this.#killedAt) {
      await this.#session?.end();
      return { say: 'Nobody hears this.' };
    }
    if (this.#isNew) this.starts.push(Buffer.byteLength(catchUpIn(told, this.#prompt)));
    this.#isNew = false;
    this.everything += `\n${told}`;
    for (const { messageId } of messagesIn(told)) this.delivered.set(messageId, (this.delivered.get(messageId) ?? 0) + 1);
    for (const id of shownIn(told)) this.told.add(id);
    return this.#mind(told);
  }

  /** One turn. With `killedAt`, the host is killed at that request, if the turn has as many; false if that happened. */
  async turn(prompt: string, killedAt = 0): Promise<boolean> {
    this.#requests = 0;
    this.#killedAt = killedAt;
    this.#prompt = prompt;
    this.#session ??= await this.host.open(this.#program, this.user, this.#model.url);
    try {
      await this.#session.prompts(prompt);
    } catch (error) {
      if (killedAt === 0 || this.#requests < killedAt) throw error;
    }
    this.turns += 1;
    const isKilled = killedAt > 0 && this.#requests >= killedAt;
    if (isKilled) {
      this.kills += 1;
      this.restart();
    }
    return !isKilled;
  }

  /** The next turn begins a new session, with a model that knows nothing. */
  restart(): void {
    this.#session = undefined;
    this.#mind = this.#mindOf();
    this.#isNew = true;
  }

  async end(): Promise<void> {
    await this.#session?.end();
    this.#model.stop();
  }
}
