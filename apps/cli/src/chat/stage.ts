import type { Model } from './model.ts';
import type { Terminal } from './terminal.ts';
import { view } from './view.ts';

/** Holds the model and draws it. Changes of the same turn of the event loop are drawn together. */
export class Stage {
  model: Model;
  readonly #terminal: Terminal;
  readonly #colours: boolean;
  #isStale = false;

  constructor(model: Model, terminal: Terminal, colours: boolean) {
    this.model = model;
    this.#terminal = terminal;
    this.#colours = colours;
  }

  change(change: (model: Model) => Model): void {
    this.model = change(this.model);
    if (this.#isStale) return;
    this.#isStale = true;
    setImmediate(() => {
      this.#isStale = false;
      this.#terminal.draw(view(this.model, this.#colours));
    });
  }
}
