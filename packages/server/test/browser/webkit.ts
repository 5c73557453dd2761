import { programPath } from '@parley/testing/browsers';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const waitMs = 30_000;
const element = 'element-6066-11e4-a52e-4f735466cecf';

const [driverPath, displayPath] = [programPath('WebKitWebDriver'), programPath('Xvfb')];

/** Whether this machine has WebKit, its driver and a display for it: Debian's `webkit2gtk-driver` and `xvfb`. */
export const hasWebKit = driverPath !== undefined && displayPath !== undefined;

/** A window of WebKit, the engine of Safari and of every browser on iOS. It speaks WebDriver, since the package has no protocol of Playwright. */
export class WebKit {
  readonly #started: readonly ChildProcess[];
  readonly #session: string;

  private constructor(started: readonly ChildProcess[], session: string) {
    this.#started = started;
    this.#session = session;
  }

  /** @param port - Where the driver listens. */
  static async open(port: number): Promise<WebKit> {
    const display = spawn(displayPath!, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [number] = (await once(display.stdio[3]!, 'data')) as [Buffer];
    const env = { ...process.env, DISPLAY: `:${String(number).trim()}` };
    const driver = spawn(driverPath!, [`--port=${port}`], { env, stdio: 'ignore' });
    const service = `http://127.0.0.1:${port}/session`;
    try {
      const { sessionId } = await eventually(() => ask<{ sessionId: string }>('POST', service, { capabilities: {} }));
      return new WebKit([driver, display], `${service}/${sessionId}`);
    } catch (error) {
      for (const each of [driver, display]) each.kill();
      throw error;
    }
  }

  async go(url: string): Promise<void> {
    await ask('POST', `${this.#session}/url`, { url });
  }

  /** Waits until something is there. */
  find(xpath: string): Promise<string> {
    const wanted = { using: 'xpath', value: xpath };
    return eventually(async () => (await ask<Record<string, string>>('POST', `${this.#session}/element`, wanted))[element]!);
  }

  async click(xpath: string): Promise<void> {
    const found = await this.find(xpath);
    await eventually(() => ask('POST', `${this.#session}/element/${found}/click`, {}));
  }

  async fill(xpath: string, text: string): Promise<void> {
    await ask('POST', `${this.#session}/element/${await this.find(xpath)}/value`, { text });
  }

  /** Keys for what has the focus; all but the last are held. */
  async press(...keys: readonly string[]): Promise<void> {
    const actions = [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
    await ask('POST', `${this.#session}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  async type(text: string): Promise<void> {
    for (const key of text) await this.press(key);
  }

  run<Value>(script: string): Promise<Value> {
    return ask('POST', `${this.#session}/execute/sync`, { script, args: [] });
  }

  async stop(): Promise<void> {
    await ask('DELETE', this.#session).catch(() => {});
    for (const each of this.#started) each.kill();
  }
}

async function ask<Value>(method: string, url: string, body?: object): Promise<Value> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Value };
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

/** A driver knows only the present state of the page. */
async function eventually<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const end = Date.now() + waitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(100);
    }
  }
}
