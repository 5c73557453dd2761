import { useEffect, useState } from 'preact/hooks';

const quietZone = 3;

/** Dark on light in both schemes, because not every camera reads the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [cells, show] = useState<readonly (readonly boolean[])[]>();
  useEffect(() => {
    void import('uqr').then(({ encode }) => show(encode(text, { border: quietZone }).data));
  }, [text]);
  if (!cells) return null;
  return (
    <svg class="qr" viewBox={`0 0 ${cells.length} ${cells.length}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={outline(cells)} />
    </svg>
  );
}

/** One stroke for each run of dark cells in a row. */
export const outline = (cells: readonly (readonly boolean[])[]): string =>
  cells
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark && !row[x - 1] ? `M${x} ${y}h${runAt(row, x)}v1h-${runAt(row, x)}z` : '')),
    )
    .join('');

function runAt(row: readonly boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return (end === -1 ? row.length : end) - start;
}
