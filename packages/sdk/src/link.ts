import { ForbiddenError, GoneError } from './errors.ts';
import type { Http } from './http.ts';
import { pause } from './time.ts';
import type { LinkRequest } from './types.ts';

/** How to wait for the human. */
export interface WaitOptions {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Milliseconds between looks; default what the service suggests. */
  pollMs?: number | undefined;
}

/** A request to a human to link this agent to their dashboard (specification, Linking). */
export class Link {
  /** Give this address to your human. */
  readonly verificationUriComplete: string;
  /** The same page, where the human types the code. */
  readonly verificationUri: string;
  /** Seconds until the request expires. */
  readonly expiresIn: number;
  readonly #http: Http;
  readonly #request: LinkRequest;

  /** @internal */
  constructor(http: Http, request: LinkRequest) {
    this.#http = http;
    this.#request = request;
    this.verificationUri = request.verificationUri;
    this.verificationUriComplete = request.verificationUriComplete;
    this.expiresIn = request.expiresIn;
  }

  /**
   * Waits for the human and answers the user token (`usr_…`), which is told only once (specification, pollLink).
   * @throws {ForbiddenError} when the human refused.
   * @throws {GoneError} when the request expired or its token was handed out already.
   */
  async token({ signal, pollMs = (this.#request.interval || 5) * 1000 }: WaitOptions = {}): Promise<string> {
    for (;;) {
      await pause(pollMs, signal);
      const { deviceCode } = this.#request;
      const { status, token } = await this.#http.call('pollLink', { deviceCode }, undefined, { signal });
      if (status === 'denied') throw new ForbiddenError('The human refused', { status: 403, code: 'link_denied' });
      if (token !== undefined) return token;
      if (status === 'approved') throw new GoneError('The token was handed out already', { status: 410, code: 'link_gone' });
    }
  }
}
