import { format } from 'node:util';

type Body = () => unknown;

/** Checks that share a name and preparations. */
export interface Group {
  name: string;
  parent: Group | undefined;
  /** Whether it is an addition of `decisions.md` to the specification. */
  isAddition: boolean;
  /** Why its checks are skipped, if they are. */
  skipped: string | undefined;
  preparations: Body[];
}

/** A promise of the server, and the check that it is kept. */
export interface Check {
  name: string;
  group: Group;
  isAddition: boolean;
  body: Body;
}

interface Registration {
  (name: string, body: Body): void;
  /** Declares one check per case; an array is spread. `%s` and `%j` in the name stand for the values of the case. */
  each<Case extends unknown[] | [unknown]>(cases: readonly Case[]): (name: string, body: (...values: Case) => unknown) => void;
  each<Case>(cases: readonly Case[]): (name: string, body: (value: Case) => unknown) => void;
}

let current: Group | undefined;
let collected: Check[] = [];

/** Collects the checks that a chapter declares while it is loaded. */
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

/** Declares a promise of the specification. */
export const promise = registration(declaring(false));

/** Declares a promise beyond the specification. */
export const addition = registration(declaring(true));

export const group = Object.assign(registration(within({})), {
  /** Skips the group, with the reason, unless the condition holds. */
  when: (holds: boolean, otherwise: string) => within(holds ? {} : { skipped: otherwise }),
});

/** A group of promises beyond the specification. */
export const additions = Object.assign(registration(within({ isAddition: true })), {
  when: (holds: boolean, otherwise: string) => within({ isAddition: true, ...(!holds && { skipped: otherwise }) }),
});

/** Runs a preparation of the group once, before its first check. */
export const before = (prepare: Body): void => void here().preparations.push(prepare);
