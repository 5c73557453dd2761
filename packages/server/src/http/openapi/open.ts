/** Formats that say more than the pattern which checks them, and that generators know without it. */
const known = new Set(['uuid', 'date-time']);

type Node = Record<string, unknown>;

/**
 * Makes schemas fit for clients. Answers may get new fields in time, so no schema forbids them; a format stands without its pattern,
 * which some generators cannot compile; and that an integer is a safe one goes without saying.
 */
export function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Node;
  if ('$ref' in node && 'contentMediaType' in node) return asText(node);
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, inner]) => !isSuperfluous(key, inner, node))
      .map(([key, inner]) => [key, open(inner)]),
  );
}

function isSuperfluous(key: string, value: unknown, { format }: Node): boolean {
  if (key === 'additionalProperties') return value === false;
  if (key === 'pattern') return known.has(String(format));
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** zod has no word for text that holds JSON. */
const asText = ({ $ref, contentMediaType }: Node): Node => ({ type: 'string', contentMediaType, contentSchema: { $ref } });
