/** A Markdown table that is also readable as plain text. */
export function draw(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = header.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]!.length)));
  const row = (line: readonly string[]) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [row(header), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n');
}
