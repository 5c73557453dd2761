/** Saves what a link leads to. With the attribute `download`, a link that has stopped working does not take the place of this page. */
export function save({ url }: { url: string }, { name }: { name: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
