import type { FoundSection } from './answers.ts';

let panels = 0;

const made = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
};

/** The list below a search field: a combobox whose options are links. */
export class SearchPanel {
  readonly prompt = 'Type a question, or a word such as “lock”.';
  readonly #input: HTMLInputElement;
  readonly #good: number;
  readonly #panel = made('div', 'search-panel');
  readonly #status = made('p', 'search-status', this.prompt);
  readonly #list = made('div', 'search-results');
  #options: HTMLAnchorElement[] = [];
  #index = -1;

  /** Answers that score less than `good` are shown as what comes closest. */
  constructor(form: HTMLFormElement, input: HTMLInputElement, good: number) {
    this.#input = input;
    this.#good = good;
    this.#list.id = `search-results-${(panels += 1)}`;
    this.#list.role = 'listbox';
    this.#list.ariaLabel = 'Answers';
    this.#status.role = 'status';
    this.#panel.hidden = true;
    this.#panel.append(this.#status, this.#list);
    // A press on the panel leaves the focus in the field.
    this.#panel.addEventListener('mousedown', (event) => event.preventDefault());
    form.append(this.#panel);
    input.role = 'combobox';
    input.autocomplete = 'off';
    input.ariaAutoComplete = 'list';
    input.ariaExpanded = 'false';
    input.setAttribute('aria-controls', this.#list.id);
  }

  get isOpen(): boolean {
    return !this.#panel.hidden;
  }

  get chosen(): HTMLAnchorElement | undefined {
    return this.isOpen ? this.#options[this.#index] : undefined;
  }

  open(): void {
    this.#panel.hidden = false;
    this.#input.ariaExpanded = String(this.#options.length > 0);
  }

  close(): void {
    this.#panel.hidden = true;
    this.#input.ariaExpanded = 'false';
    this.#choose(-1);
  }

  tell(text: string): void {
    this.#fill([], text);
  }

  show(answers: readonly FoundSection[]): void {
    const [best] = answers;
    if (!best) this.tell('No good answer. Try other words.');
    else if (best.score < this.#good) this.#fill(answers, 'No good answer. This comes closest:');
    else this.#fill(answers, answers.length === 1 ? '1 answer' : `${answers.length} answers`);
  }

  /** Moves the choice through the answers, from the last to the first. */
  move(by: 1 | -1): void {
    const count = this.#options.length;
    if (count === 0) return;
    this.#choose(this.#index < 0 ? (by > 0 ? 0 : count - 1) : (this.#index + by + count) % count);
  }

  #fill(answers: readonly FoundSection[], status: string): void {
    this.#choose(-1);
    this.#status.textContent = status;
    this.#options = answers.map((answer, index) => {
      const option = made('a', 'search-result');
      option.id = `${this.#list.id}-${index}`;
      option.role = 'option';
      option.tabIndex = -1;
      option.href = answer.href;
      option.ariaSelected = 'false';
      option.append(made('strong', '', answer.name), made('span', '', answer.description));
      return option;
    });
    this.#list.replaceChildren(...this.#options);
    // It stays closed for answers that come late.
    if (this.isOpen) this.open();
  }

  #choose(index: number): void {
    const [before, after] = [this.#options[this.#index], this.#options[index]];
    if (before) before.ariaSelected = 'false';
    this.#index = index;
    if (!after) return this.#input.removeAttribute('aria-activedescendant');
    after.ariaSelected = 'true';
    after.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-activedescendant', after.id);
  }
}
