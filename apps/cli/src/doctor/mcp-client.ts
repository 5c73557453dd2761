import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Failure } from '../failure.ts';
import { inTime } from './patience.ts';

interface McpAnswer {
  id?: number;
  result?: { isError?: boolean };
  error?: { message: string };
}

/** The least of an MCP host: it asks one thing after the other. */
export class McpClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: McpAnswer | undefined) => void>();
  #last = 0;
  #hasEnded = false;

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      lines.forEach((line) => this.#hear(line));
    });
    const end = () => {
      this.#hasEnded = true;
      this.#waiting.forEach((hear) => hear(undefined));
    };
    child.on('error', end).on('close', end);
    // What it notes is not read by anybody.
    child.stderr.resume();
  }

  static async start(child: ChildProcessWithoutNullStreams): Promise<McpClient> {
    const client = new McpClient(child);
    const clientInfo = { name: 'parley doctor', version: '1' };
    try {
      await client.#ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    } catch (error) {
      client.end();
      throw error;
    }
    client.#write({ method: 'notifications/initialized' });
    return client;
  }

  /** The answer of a tool, as JSON. */
  async call(name: string, args: object): Promise<string> {
    const { result } = await this.#ask('tools/call', { name, arguments: args });
    if (result?.isError) throw new Failure('error', `the tool ${name} failed: ${JSON.stringify(result).slice(0, 200)}`);
    return JSON.stringify(result);
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async #ask(method: string, params: object): Promise<McpAnswer> {
    const id = (this.#last += 1);
    const asking = new Promise<McpAnswer | undefined>((resolve) => {
      if (this.#hasEnded) return resolve(undefined);
      this.#waiting.set(id, resolve);
      this.#write({ id, method, params });
    });
    const answer = await inTime(`answer of parley mcp to ${method}`, asking);
    if (answer === undefined) throw new Failure('error', 'parley mcp ended', 'run `parley mcp` by itself to see what it says');
    if (answer.error) throw new Failure('error', answer.error.message);
    return answer;
  }

  #write(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #hear(line: string): void {
    const answer = JSON.parse(line) as McpAnswer;
    if (answer.id === undefined) return;
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }
}
