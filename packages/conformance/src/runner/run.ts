import { performance } from 'node:perf_hooks';
import { Broken } from '../expect/expect.ts';
import { collect, type Check, type Group } from './promises.ts';
import { Exhausted, inScope, newScope, Skipped } from './scope.ts';

/** A file of promises. */
export interface Chapter {
  name: string;
  load: () => Promise<unknown>;
  /** Runs after all others, because it exhausts the rate limit or judges the whole run. */
  isLast?: boolean;
  /** Judges all requests of the run, so `--only` does not leave it out. */
  isVerdict?: boolean;
}

/** The result of a check. */
export interface Result {
  chapter: string;
  groups: string[];
  name: string;
  kind: 'spec' | 'addition';
  status: 'kept' | 'broken' | 'skipped';
  /** What is broken, or why it was skipped. */
  reason?: string;
  milliseconds: number;
}

interface Choice {
  specOnly: boolean;
  /** Only checks whose full name contains one of these. */
  only?: readonly string[];
}

interface Wishes {
  /** How many chapters run at a time. */
  parallel: number;
  /** Maximum duration of a check, without what it waits because of a rate limit. */
  limitMs: number;
  /** Called with each result. */
  tell: (result: Result) => void;
}

/** A chapter, and those of its checks that are wanted. */
interface Chosen {
  chapter: Chapter;
  checks: Check[];
}

/** Loads the chapters, and chooses their checks. */
export async function chosen(chapters: readonly Chapter[], choice: Choice): Promise<Chosen[]> {
  const all: Chosen[] = [];
  for (const chapter of chapters) {
    const checks = (await collect(chapter.name, chapter.load)).filter((check) => isWanted(chapter, check, choice));
    all.push({ chapter, checks });
  }
  return all;
}

/** Runs checks; those of one chapter in order. */
export async function run(all: readonly Chosen[], { parallel, limitMs, tell }: Wishes): Promise<Result[]> {
  if (all.every(({ chapter, checks }) => chapter.isVerdict || checks.length === 0)) return [];
  const results: Result[] = [];
  const act =
    ({ chapter, checks }: Chosen) =>
    async () => {
      const prepared = new Map<Group, Promise<void>>();
      for (const check of checks) {
        const result = await judge(chapter, check, () => inTime(limitMs, check, prepared));
        results.push(result);
        tell(result);
      }
    };
  const together = all.filter(({ chapter }) => !chapter.isLast).map(act);
  await Promise.all(Array.from({ length: parallel }, () => oneAfterTheOther(together)));
  await oneAfterTheOther(all.filter(({ chapter }) => chapter.isLast).map(act));
  return results;
}

function isWanted({ name, isVerdict }: Chapter, check: Check, { only, specOnly }: Choice): boolean {
  if (specOnly && check.isAddition) return false;
  if (only === undefined || isVerdict) return true;
  const fullName = [name, ...groupsOf(check), check.name].join(' ');
  return only.some((text) => fullName.includes(text));
}

async function oneAfterTheOther(tasks: (() => Promise<void>)[]): Promise<void> {
  for (let task = tasks.shift(); task; task = tasks.shift()) await task();
}

async function judge({ name: chapter }: Chapter, check: Check, act: () => Promise<void>): Promise<Result> {
  const began = performance.now();
  const verdict = await act().then(
    () => ({ status: 'kept' as const }),
    (error: unknown) => {
      if (error instanceof Exhausted) throw error;
      return error instanceof Skipped
        ? { status: 'skipped' as const, reason: error.message }
        : { status: 'broken' as const, reason: told(error) };
    },
  );
  return {
    ...{ chapter, groups: groupsOf(check), name: check.name, kind: check.isAddition ? 'addition' : 'spec' },
    ...verdict,
    milliseconds: Math.round(performance.now() - began),
  };
}

async function inTime(limitMs: number, check: Check, prepared: Map<Group, Promise<void>>): Promise<void> {
  const { skipped } = check.group;
  if (skipped !== undefined) throw new Skipped(skipped);
  const scope = newScope();
  let impatience: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let counted = 0;
    const look = () => {
      const more = scope.pausedMs - counted;
      counted = scope.pausedMs;
      if (more > 0) impatience = setTimeout(look, more);
      else reject(new Broken(`It took longer than ${limitMs / 1000} s`));
    };
    impatience = setTimeout(look, limitMs);
  });
  const checking = inScope(scope, async () => {
    await prepare(check.group, prepared);
    await check.body();
  });
  try {
    await Promise.race([checking, late]);
  } finally {
    clearTimeout(impatience);
  }
}

/** Prepares outer groups first, each once; later checks get the same failure. */
async function prepare(group: Group, prepared: Map<Group, Promise<void>>): Promise<void> {
  if (group.parent) await prepare(group.parent, prepared);
  let preparing = prepared.get(group);
  if (!preparing) {
    preparing = (async () => {
      for (const each of group.preparations) await each();
    })();
    prepared.set(group, preparing);
  }
  await preparing;
}

function groupsOf({ group }: Check): string[] {
  const names: string[] = [];
  for (let each: Group | undefined = group; each?.parent; each = each.parent) names.unshift(each.name);
  return names;
}

/** Unexpected errors include their stack: they can be defects of the suite. */
function told(error: unknown): string {
  if (error instanceof Broken) return error.message;
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return error.name === 'TypeError' || error.name === 'ReferenceError'
    ? `${error.message}${cause}\n${error.stack ?? ''}`
    : `${error.message}${cause}`;
}
