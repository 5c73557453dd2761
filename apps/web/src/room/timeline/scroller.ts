import { signal } from '@preact/signals';
import { firstWhere, isAtEndAfter } from './anchor.ts';
import { draw, hasLine, isDrawn } from './line-page.tsx';

/** A line, and where its top is in what is visible. */
interface Anchor {
  line: Element;
  top: number;
}

/** Frames in which the heights of lines become known that were never drawn before. */
const framesToSettle = 8;

/** In heights of the window: how near to what is visible pages have their lines, and how far away they lose them. */
const [nearHeights, farHeights] = [1, 1.5];

/** Each jump draws more pages, so that few are needed. */
const mostJumps = 20;

/**
 * Where somebody reads: at the end, which they then stay at, or at a line, which does not move when others are added. Only pages near what
 * is visible have their lines; the others keep their places.
 */
export class Scroller {
  readonly isAtEnd = signal(true);
  readonly #log: HTMLElement;
  readonly #list: HTMLElement;
  readonly #sizes: ResizeObserver;
  /** The pages in which somebody clicked: what they have opened there stays open. */
  readonly #used = new WeakSet<Element>();
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
      else {
        if (!anchorsItself) this.restore();
        this.#draw();
      }
      this.#remember();
    });
    list.addEventListener('click', ({ target }) => {
      const page = (target as Element).closest('.lines');
      if (page) this.#used.add(page);
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
    this.#draw();
    this.#remember();
  }

  /** After lines were added. */
  grown(): void {
    if (this.isAtEnd.peek()) this.toEnd();
    else this.#draw();
  }

  toEnd(): void {
    this.#go(() => (this.#log.scrollTop = this.#log.scrollHeight));
    this.isAtEnd.value = true;
    this.#remember();
  }

  toStart(): void {
    this.#go(() => (this.#log.scrollTop = 0));
    this.isAtEnd.value = isAtEndAfter(false, 0, this.#log);
    this.#remember();
  }

  /** The line of a sequence, if it is loaded. It stays in the document where one goes to it. */
  lineOf(sequence: number): HTMLElement | undefined {
    const page = [...this.#list.children].find((each) => hasLine(each, sequence));
    if (page) draw([page], true);
    return page?.querySelector<HTMLElement>(`#m${sequence}`) ?? undefined;
  }

  /** Scrolls to a line, also while lines above it get their heights. */
  show(line: Element, part = 1 / 4): void {
    cancelAnimationFrame(this.#settling);
    const settle = (frames: number) => {
      if (!line.isConnected) return;
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
    const line = first?.matches('li:not([id])') ? first.nextElementSibling : first;
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

  /** The first line that reaches below a height; where no line is drawn, the page. */
  #firstBelow(y: number): Element | undefined {
    const firstIn = ({ children }: Element) =>
      firstWhere(children.length, (i) => children[i]!.getBoundingClientRect().bottom > y);
    const [page, ...later] = [...this.#list.children].slice(firstIn(this.#list));
    const isDrawnInSight = (each: Element) => each.firstElementChild !== null && this.#topOf(each) < this.#log.clientHeight;
    const drawn = page?.firstElementChild ? page : later.find(isDrawnInSight);
    return drawn ? (drawn.children[firstIn(drawn)] ?? drawn.lastElementChild!) : page;
  }

  /** Goes to a place, and again for as long as pages that are drawn there move it. */
  #go(jump: () => void): void {
    for (let tries = 0; tries < mostJumps; tries += 1) {
      jump();
      if (!this.#draw()) return;
    }
  }

  /** Draws the pages near what is visible, and no others, without moving what is read. Says whether a page was not drawn before. */
  #draw(): boolean {
    // A room that is hidden has no places.
    if (this.#log.clientHeight === 0) return false;
    let isNew = false;
    this.hold();
    // Pages that are lower than assumed bring others close.
    for (let added; (added = this.#within(nearHeights).filter((page) => !isDrawn(page))).length > 0; isNew = true) {
      draw(added, true);
      this.restore();
    }
    const close = this.#within(farHeights);
    draw(
      [...this.#list.children].filter((page) => isDrawn(page) && !close.includes(page) && !this.#isUsed(page)),
      false,
    );
    return isNew;
  }

  /** Whether somebody has opened, focused or selected something in a page. */
  #isUsed(page: Element): boolean {
    const selection = getSelection();
    const isSelected = selection?.isCollapsed === false && selection.containsNode(page, true);
    return isSelected || this.#used.has(page) || page.contains(document.activeElement);
  }

  /** The pages within some heights of the window of what is visible. */
  #within(heights: number): Element[] {
    const { top, bottom } = this.#log.getBoundingClientRect();
    const margin = heights * innerHeight;
    const pages = [...this.#list.children];
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
