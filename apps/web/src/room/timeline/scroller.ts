import { signal } from '@preact/signals';
import { firstWhere, isAtEndAfter } from './anchor.ts';

/** A line, and where its top is in what is visible. */
interface Anchor {
  line: Element;
  top: number;
}

/** Frames in which the heights of lines become known that were never drawn before. */
const framesToSettle = 8;

/** Where somebody reads: at the end, which they then stay at, or at a line, which does not move when others are added. */
export class Scroller {
  readonly isAtEnd = signal(true);
  readonly #log: HTMLElement;
  readonly #list: HTMLElement;
  readonly #sizes: ResizeObserver;
  #scrollTop = 0;
  #anchor: Anchor | undefined;
  /** Of the last `show`, which a scroll by hand ends. */
  #settling = 0;

  constructor(log: HTMLElement, list: HTMLElement) {
    this.#log = log;
    this.#list = list;
    const anchorsItself = CSS.supports('overflow-anchor', 'auto');
    this.#sizes = new ResizeObserver(() => {
      if (this.isAtEnd.peek()) this.toEnd();
      else if (!anchorsItself) this.restore();
      this.#remember();
    });
    this.#sizes.observe(list);
    this.#sizes.observe(log);
  }

  close(): void {
    this.#sizes.disconnect();
    cancelAnimationFrame(this.#settling);
  }

  /** After a scroll. */
  moved(): void {
    this.isAtEnd.value = isAtEndAfter(this.isAtEnd.peek(), this.#scrollTop, this.#log);
    this.#remember();
  }

  toEnd(): void {
    this.#log.scrollTop = this.#log.scrollHeight;
    this.isAtEnd.value = true;
    this.#remember();
  }

  /** Scrolls to a line, also while lines above it get their heights. */
  show(line: Element, part = 1 / 4): void {
    cancelAnimationFrame(this.#settling);
    const settle = (frames: number) => {
      const wanted = this.#log.clientHeight * part;
      this.#log.scrollTop += this.#topOf(line) - wanted;
      this.isAtEnd.value = isAtEndAfter(false, 0, this.#log);
      this.#remember();
      if (frames > 0) this.#settling = requestAnimationFrame(() => settle(frames - 1));
    };
    settle(framesToSettle);
  }

  /** A person scrolls. */
  takeOver(): void {
    cancelAnimationFrame(this.#settling);
  }

  /** Remembers the first visible line, before lines are added. */
  hold(): void {
    const first = this.#firstBelow(this.#top);
    // A separator can go when earlier lines come.
    const line = first?.id === '' ? first.nextElementSibling : first;
    this.#anchor = line ? { line, top: this.#topOf(line) } : undefined;
  }

  /** Brings the line that was held back to where it was. */
  restore(): void {
    if (!this.#anchor?.line.isConnected) return;
    const moved = this.#topOf(this.#anchor.line) - this.#anchor.top;
    if (Math.abs(moved) > 0.1) this.#log.scrollTop += moved;
    this.#remember();
  }

  /** The last line that is visible as a whole. */
  lastRead(): Element | undefined {
    const line = this.#firstBelow(this.#log.getBoundingClientRect().bottom + 1);
    if (!line) return this.#list.lastElementChild?.lastElementChild ?? undefined;
    return line.previousElementSibling ?? line.parentElement!.previousElementSibling?.lastElementChild ?? undefined;
  }

  /** The first line that reaches below a height. Only in its page are lines measured, because measuring draws a page. */
  #firstBelow(y: number): Element | undefined {
    const reaching = ({ children }: Element) =>
      children[firstWhere(children.length, (i) => children[i]!.getBoundingClientRect().bottom > y)];
    const page = reaching(this.#list);
    return page && (reaching(page) ?? page.lastElementChild ?? undefined);
  }

  #remember(): void {
    this.#scrollTop = this.#log.scrollTop;
    this.hold();
  }

  get #top(): number {
    return this.#log.getBoundingClientRect().top;
  }

  #topOf(line: Element): number {
    return line.getBoundingClientRect().top - this.#top;
  }
}
