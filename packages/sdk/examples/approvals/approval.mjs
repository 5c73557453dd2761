// Asks people in a space before a tool runs, whatever framework calls it, and lets it run once, with what was approved only.
import { createHash } from 'node:crypto';
import { approval } from '@parley/sdk/agents';

/** JSON with its keys in order, so that the same arguments have the same text. */
const canonical = (value) =>
  JSON.stringify(value, (_, each) =>
    each && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** SHA-256 of the name of a tool and its arguments. */
export const digestOf = (tool, input) => createHash('sha256').update(canonical({ tool, input })).digest('hex');

export class Approvals {
  #space;
  #wish;
  #approved = [];

  /** @param wish - Fields of `space.decide`: who decides, by which rule, until when. Two humans, for example. */
  constructor(space, wish = { voters: 'owner', expiresInSeconds: 3600 }) {
    this.#space = space;
    this.#wish = wish;
  }

  /**
   * Waits until the call of a tool is decided. After a restart, the same `id` leads to the same decision for 24 hours.
   * @returns `{ isApproved, reason }`: what was decided or refused, for the model.
   */
  async ask({ id, tool, input }, { signal } = {}) {
    const digest = digestOf(tool, input);
    const title = `Run ${tool}? SHA-256 ${digest}`;
    const text = ['```json', JSON.stringify(input, null, 2), '```'].join('\n');
    const asked = await approval(this.#space, { ...this.#wish, title, text }, { signal, idempotencyKey: `approval-${id}` });
    if (asked.isApproved) this.#approved.push(digest);
    return asked;
  }

  /** A tool that throws unless exactly this call of it was approved, and has not run since. */
  guard(tool, run) {
    return async (input, ...rest) => {
      const place = this.#approved.indexOf(digestOf(tool, input));
      if (place < 0) throw new Error(`${tool} was not approved with these arguments`);
      this.#approved.splice(place, 1);
      return run(input, ...rest);
    };
  }
}
