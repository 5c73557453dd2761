/** A Markdown table that is also readable as plain text. */
export function draw(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = header.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]!.length)));
  const row = (line: readonly string[]) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [row(header), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n');
}

/** A table with a row for each scenario, and a description of each below. */
export function drawScenarios(
  header: readonly string[],
  rows: readonly { name: string; cells: readonly string[] }[],
  does: ReadonlyMap<string, string>,
): string {
  const lines = rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell.replaceAll('|', '/'))]);
  const sentences = rows.flatMap(({ name }) => (does.has(name) ? [`- \`${name}\`: ${does.get(name)}`] : []));
  return [draw(header, lines), '', ...sentences].join('\n');
}
