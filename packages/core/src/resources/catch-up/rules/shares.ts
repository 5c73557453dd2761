export type Section = 'you' | 'todo' | 'decided' | 'artifacts' | 'messages' | 'room';

interface Share {
  /** What it gets in any case, as a part of the whole, if it needs as much. */
  readonly least: number;
  readonly most?: number;
}

/** What others leave goes to the sections in this order. */
const shares: Readonly<Record<Section, Share>> = {
  todo: { least: 0.3, most: 0.5 },
  messages: { least: 0.25 },
  artifacts: { least: 0.2 },
  decided: { least: 0.1 },
  room: { least: 0.1 },
  you: { least: 0.05 },
};

const sections = Object.keys(shares) as Section[];

/** Divides a number of bytes among sections that need so many each: none starves, and what one does not need goes to others. */
export function allotted(bytes: number, needs: Readonly<Record<Section, number>>): Record<Section, number> {
  const given = Object.fromEntries(
    sections.map((section) => [section, Math.min(needs[section], Math.floor(bytes * shares[section].least))]),
  ) as Record<Section, number>;
  let left = bytes - sections.reduce((sum, section) => sum + given[section], 0);
  for (const section of sections) {
    const { most = 1 } = shares[section];
    const more = Math.max(0, Math.min(needs[section] - given[section], left, Math.floor(bytes * most) - given[section]));
    given[section] += more;
    left -= more;
  }
  return given;
}
