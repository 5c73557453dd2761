const suggestion = /^(.*'(?:--)?([^']+)'.*?)\s*\(Did you mean (?:one of )?(.+)\?\)$/s;

/** An error of the parser that suggests only words that differ from the typed one by a typing error. */
export function withNearWords(message: string): string {
  const [, error, typed, offered] = suggestion.exec(message) ?? [];
  if (error === undefined) return message;
  const near = offered!.split(', ').filter((word) => isNear(typed!, word.replace(/^--/, '')));
  if (near.length === 0) return error;
  return `${error} (Did you mean ${near.length > 1 ? 'one of ' : ''}${near.join(', ')}?)`;
}

/** One error in a short word, two in a longer one; a letter in the wrong place is one error. */
function isNear(one: string, other: string): boolean {
  const most = Math.max(one.length, other.length) < 6 ? 1 : 2;
  return distance(one, other) <= most;
}

function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1)));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}
