import { signal } from '@preact/signals';
import { firstWhere, isAtEndAfter } from './anchor.ts';

/** A line, and where its top is in what is visible. */
interface Anchor {
  line: Element;
  top: number;
}

/** Frames in which the heights of lines become known that were never drawn before. */
const framesToSettle = 8;

/** In heights of the window: how far from what is visible pages are drawn after a jump, and what a jump is. Chromium draws pages within 1.5. */
const [closeHeights, jumpHeights] = [1.6, 1.2];

/** The class of pages that are drawn wherever they are. Styles of single elements are nowhere allowed. */
const drawn = 'drawn';

/** Each jump draws more pages, so that few are needed. */
const mostJumps = 20;

/** Whether a browser leaves out what is in a page, because it is far away. In a room that is hidden, lines of drawn pages are not visible either. */
const isSkipped = ({ classList, firstElementChild: line }: Element): boolean =>
  !classList.contains(drawn) && line?.checkVisibility({ contentVisibilityAuto: true }) === false;

/** Where somebody reads: at the end, which they then stay at, or at a line, which does not move when others are added. */
export class Scroller {
  readonly isAtEnd = signal(true);
  readonly #log: HTMLElement;
  readonly #list: HTMLElement;
  readonly #sizes: ResizeObserver;
  /** The pages that were drawn after a jump. */
  #drawn: readonly HTMLElement[] = [];
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
    if (Math.abs(this.#log.scrollTop - this.#scrollTop) > jumpHeights * innerHeight) this.#draw();
    this.isAtEnd.value = isAtEndAfter(this.isAtEnd.peek(), this.#scrollTop, this.#log);
    this.#remember();
  }

  toEnd(): void {
    this.#go(() => (this.#log.scrollTop = this.#log.scrollHeight));
    this.isAtEnd.value = true;
    this.#remember();
  }

  toStart(): void {
    this.#go(() => (this.#log.scrollTop = 0));
    this.moved();
  }

  /** Scrolls to a line, also while lines above it get their heights. */
  show(line: Element, part = 1 / 4): void {
    cancelAnimationFrame(this.#settling);
    const settle = (frames: number) => {
      const wanted = this.#log.clientHeight * part;
      this.#go(() => (this.#log.scrollTop += this.#topOf(line) - wanted));
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

  /** The first line that is visible, also in part. */
  firstRead(): Element | undefined {
    const first = this.#firstBelow(this.#top);
    // Not a separator.
    return first?.id === '' ? (first.nextElementSibling ?? undefined) : first;
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

  /** Goes to a place, and again for as long as pages that are drawn there move it. */
  #go(jump: () => void): void {
    for (let tries = 0; tries < mostJumps; tries += 1) {
      jump();
      if (!this.#draw()) return;
    }
  }

  /**
   * Draws the pages around what is visible now, in the frame in which it becomes visible. The browser alone would draw them one frame
   * later, with other heights than it has assumed: what a jump has come to would first be empty, and then move. Says whether a page was
   * not drawn before.
   */
  #draw(): boolean {
    const before = this.#drawn;
    // Pages that are lower than assumed bring others close.
    for (let added; (added = this.#close().filter(isSkipped)).length > 0; this.#drawn = [...this.#drawn, ...added])
      for (const page of added) page.classList.add(drawn);
    if (this.#drawn === before) return false;
    const close = this.#close();
    for (const page of before) if (!close.includes(page)) page.classList.remove(drawn);
    this.#drawn = this.#drawn.filter((page) => page.classList.contains(drawn));
    return true;
  }

  #close(): HTMLElement[] {
    const { top, bottom } = this.#log.getBoundingClientRect();
    const margin = closeHeights * innerHeight;
    const pages = [...this.#list.children] as HTMLElement[];
    const from = firstWhere(pages.length, (i) => pages[i]!.getBoundingClientRect().bottom > top - margin);
    const to = firstWhere(pages.length, (i) => pages[i]!.getBoundingClientRect().top > bottom + margin);
    return pages.slice(from, to);
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
