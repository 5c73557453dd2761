import { format } from 'node:util';

type Body = () => unknown;

/** Checks that share a name and what they are prepared with. */
export interface Group {
  name: string;
  parent: Group | undefined;
  /** What `decisions.md` adds to the specification. */
  isAddition: boolean;
  /** Why none of its checks is run, if so. */
  skipped: string | undefined;
  preparations: Body[];
}

/** One promise of the server, and how to see whether it is kept. */
export interface Check {
  name: string;
  group: Group;
  isAddition: boolean;
  body: Body;
}

interface Registration {
  (name: string, body: Body): void;
  /** The same for each case; an array is spread. `%s` and `%j` in the name stand for what the case holds. */
  each<Case extends unknown[] | [unknown]>(cases: readonly Case[]): (name: string, body: (...values: Case) => unknown) => void;
  each<Case>(cases: readonly Case[]): (name: string, body: (value: Case) => unknown) => void;
}

let current: Group | undefined;
let collected: Check[] = [];

/** Gathers the checks that a chapter declares while it is loaded. */
export async function collect(name: string, load: () => Promise<unknown>): Promise<Check[]> {
  collected = [];
  current = { name, parent: undefined, isAddition: false, skipped: undefined, preparations: [] };
  await load();
  current = undefined;
  return collected;
}

function here(): Group {
  if (!current) throw new Error('Promises are declared while their chapter is loaded');
  return current;
}

function within(given: Partial<Group>): (name: string, declare: Body) => void {
  return (name, declare) => {
    const parent = here();
    current = { name, parent, isAddition: parent.isAddition, skipped: parent.skipped, preparations: [], ...given };
    declare();
    current = parent;
  };
}

const declaring =
  (isAddition: boolean) =>
  (name: string, body: Body): void => {
    collected.push({ name, group: here(), isAddition: isAddition || here().isAddition, body });
  };

function forEach(declare: (name: string, body: Body) => void): Registration['each'] {
  return (cases: readonly unknown[]) => (name: string, body: (...values: any[]) => unknown) => {
    for (const each of cases) {
      const values: unknown[] = Array.isArray(each) ? each : [each];
      const places = name.match(/%[sj]/g)?.length ?? 0;
      declare(format(name, ...values.slice(0, places)), () => body(...values));
    }
  };
}

const registration = (declare: (name: string, body: Body) => void): Registration =>
  Object.assign(declare, { each: forEach(declare) });

/** Declares what the specification promises. */
export const promise = registration(declaring(false));

/** Declares what is promised beyond the specification. */
export const addition = registration(declaring(true));

export const group = Object.assign(registration(within({})), {
  /** Where this does not hold, the group is skipped and says why. */
  when: (holds: boolean, otherwise: string) => within(holds ? {} : { skipped: otherwise }),
});

/** A group of what is promised beyond the specification. */
export const additions = Object.assign(registration(within({ isAddition: true })), {
  when: (holds: boolean, otherwise: string) => within({ isAddition: true, ...(!holds && { skipped: otherwise }) }),
});

/** Prepares the present group once, before its first check. */
export const before = (prepare: Body): void => void here().preparations.push(prepare);
