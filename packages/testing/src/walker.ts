const mostRedirects = 20;

/** A browser without scripts or a window: it keeps cookies by host, follows redirects, and fills in forms. */
export class Walker {
  readonly #cookies = new Map<string, Map<string, string>>();
  /** The present URL. */
  url = '';
  status = 0;
  html = '';

  async open(address: string, init: RequestInit = {}): Promise<this> {
    let target = new URL(address, this.url || undefined);
    let request = init;
    for (let i = 0; i < mostRedirects; i += 1) {
      const response = await fetch(target, { ...request, redirect: 'manual', headers: this.#headers(target, request) });
      this.#remember(target, response);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) {
        [this.url, this.status, this.html] = [target.href, response.status, await response.text()];
        return this;
      }
      await response.body?.cancel();
      target = new URL(location, target);
      // Nothing listens there: it is the expected end of the redirects.
      if (target.port === '') {
        [this.url, this.status, this.html] = [target.href, 0, ''];
        return this;
      }
      request = {};
    }
    throw new Error(`Redirect loop at ${target.href}`);
  }

  /** Submits the form with this button, including its hidden fields. */
  async submit(button: string, fields: Record<string, string> = {}): Promise<this> {
    const forms = [...this.html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)];
    const form = forms.find(([, , inside]) => inside!.includes(`>${button}</button>`));
    if (!form) throw new Error(`There is no button "${button}" at ${this.url}:\n${this.html}`);
    const [, action = '', inside = ''] = form;
    const hidden = [...inside.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)![1]!,
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]);
    const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
    return this.open(action, { method: 'POST', body, headers: { origin: new URL(this.url).origin } });
  }

  async json(address: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const target = new URL(address, this.url || undefined);
    const response = await fetch(target, { ...init, headers: this.#headers(target, init) });
    return (await response.json()) as Record<string, unknown>;
  }

  cookie(origin: string): string {
    const kept = this.#cookies.get(new URL(origin).host) ?? new Map<string, string>();
    return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #headers(target: URL, { headers }: RequestInit): Headers {
    const all = new Headers(headers);
    all.set('cookie', this.cookie(target.origin));
    return all;
  }

  #remember({ host }: URL, response: Response): void {
    const kept = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, kept);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) kept.delete(name);
      else kept.set(name, value);
    }
  }
}
