/** Bytes that can be spent. */
export class Purse {
  left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  /** Takes as many bytes, or none if there are fewer. */
  takes(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  /** The items that fit, in their order. */
  some<Item>(items: readonly Item[], bytesOf: (item: Item) => number): Item[] {
    return items.filter((item) => this.takes(bytesOf(item)));
  }
}
