/** A human without a browser, at the pages of a server: forms, cookies and where they lead. */
export class Human {
  readonly #url: string;
  #cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** Makes the first account of the server. */
  async setUp(account: { name: string; email: string; password: string }): Promise<void> {
    const place = (await this.#send('setup', account)).headers.get('location');
    if (place !== 'account') throw new Error(`The first account was not made: ${place}`);
  }

  /** Answers an agent that asks to be linked, on the page at that address; answers where that leads. */
  async decide(verificationUriComplete: string, decision: 'approve' | 'refuse'): Promise<string | null> {
    const page = await fetch(verificationUriComplete, { headers: { cookie: this.#cookie }, redirect: 'manual' });
    const html = await page.text();
    const hidden = (name: string) => new RegExp(`name="${name}" value="(\\w+)"`).exec(html)?.[1] ?? '';
    const fields = { code: hidden('code'), proof: hidden('proof'), decision };
    return (await this.#send('link', fields)).headers.get('location');
  }

  /** A session for the dashboard, as its pages get one. */
  async session(): Promise<string> {
    const response = await fetch(`${this.#url}/auth/token`, { headers: { cookie: this.#cookie } });
    return ((await response.json()) as { token: string }).token;
  }

  async #send(path: string, fields: Record<string, string>): Promise<Response> {
    const response = await fetch(`${this.#url}/${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: this.#url, cookie: this.#cookie },
      body: new URLSearchParams(fields),
    });
    const given = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (given.length) this.#cookie = given.join('; ');
    return response;
  }
}
