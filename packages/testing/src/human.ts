import { Walker } from './walker.ts';

export interface TestAccount {
  name: string;
  email: string;
  password: string;
}

/** A human with an account of a server, at its pages. */
export class Human {
  readonly #url: string;
  readonly #walker = new Walker();

  constructor(url: string) {
    this.#url = url;
  }

  /** Makes the first account of the server, by the link that it printed. */
  async setUp(setUpLink: string, account: TestAccount): Promise<void> {
    await this.#walker.open(setUpLink);
    await this.#enter('Make the account', { ...account });
  }

  async signIn({ email, password }: TestAccount): Promise<void> {
    await this.#walker.open(`${this.#url}/login`);
    await this.#enter('Sign in', { email, password });
  }

  /** Answers an agent that asks to be linked, on the page at that address; answers where that leads. */
  async decide(verificationUriComplete: string, decision: 'approve' | 'refuse'): Promise<string> {
    await this.#walker.open(verificationUriComplete);
    const { url } = await this.#walker.submit(decision === 'approve' ? 'Approve' : 'Refuse', { decision });
    return url.slice(this.#url.length + 1);
  }

  /** A session for the dashboard, as its pages get one. */
  async session(): Promise<string> {
    return String((await this.#walker.json(`${this.#url}/auth/token`))['token']);
  }

  async #enter(button: string, fields: Record<string, string>): Promise<void> {
    const { url } = await this.#walker.submit(button, fields);
    if (url !== `${this.#url}/account`) throw new Error(`Nobody was let in: ${url}`);
  }
}
