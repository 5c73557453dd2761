/** Formats that generators know, and that are clearer than the pattern that zod adds. */
const known = new Set(['uuid', 'date-time']);

type Node = Record<string, unknown>;

/**
 * Adapts schemas for clients. Answers can get new fields later, so no schema forbids them. A format has no pattern, because some
 * generators cannot compile it. The bounds of safe integers are omitted.
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

/** zod cannot express text that contains JSON. */
const asText = ({ $ref, contentMediaType }: Node): Node => ({ type: 'string', contentMediaType, contentSchema: { $ref } });
