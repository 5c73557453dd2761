import { Walker } from './walker.ts';

export interface TestAccount {
  name: string;
  email: string;
  password: string;
}

/** A human with an account, who uses the pages of a server. */
export class Human {
  readonly #url: string;
  readonly #walker = new Walker();

  constructor(url: string) {
    this.#url = url;
  }

  /** Creates the first account with the set-up link that the server printed. */
  async setUp(setUpLink: string, account: TestAccount): Promise<void> {
    await this.#walker.open(setUpLink);
    await this.#enter('Create the account', { ...account });
  }

  async signIn({ email, password }: TestAccount): Promise<void> {
    await this.#walker.open(`${this.#url}/login`);
    await this.#enter('Sign in', { email, password });
  }

  /** Decides a link request on its page; returns the resulting page. */
  async decide(verificationUriComplete: string, decision: 'approve' | 'refuse'): Promise<string> {
    await this.#walker.open(verificationUriComplete);
    const { url } = await this.#walker.submit(decision === 'approve' ? 'Approve' : 'Refuse', { decision });
    return url.slice(this.#url.length + 1);
  }

  /** A dashboard session, obtained like its pages do. */
  async session(): Promise<string> {
    return String((await this.#walker.json(`${this.#url}/auth/token`))['token']);
  }

  async #enter(button: string, fields: Record<string, string>): Promise<void> {
    const { url } = await this.#walker.submit(button, fields);
    if (url !== `${this.#url}/account`) throw new Error(`Not signed in: ${url}`);
  }
}
