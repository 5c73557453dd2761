import type { z } from 'zod';
import type { CaughtKind } from '../../kernel/caught.ts';
import type { FactName } from '../../kernel/facts.ts';
import { part, type Part } from '../index.ts';

type ViewsOf<Kinds extends Readonly<Record<keyof Kinds, CaughtKind>>> = { [Name in keyof Kinds]: Kinds[Name]['view'] };

/** Items of each list of what waits for a reader, besides its deliveries. */
export type TodoViews = ViewsOf<Part<'todo'>>;
export type TodoName = keyof TodoViews;
export type TodoItems = { [Name in TodoName]: z.output<TodoViews[Name]> };
export type CountName<Name extends TodoName> = `open${Capitalize<Name>}`;
type EmptyLists = { [Name in TodoName]: TodoItems[Name][] } & { [Name in TodoName as CountName<Name>]: number };

type DecidedViews = ViewsOf<Part<'decided'>>;
/** What has ended, by the event that says so. */
export type DecidedItems = { [Event in keyof DecidedViews & FactName]: z.output<DecidedViews[Event]> };

export const todoLists: Readonly<Record<TodoName, CaughtKind>> = part('todo');
export const todoNames = Object.keys(todoLists) as TodoName[];

/** The field that says how many are on a list. */
export const countName = <Name extends TodoName>(list: Name): CountName<Name> =>
  `open${list[0]!.toUpperCase()}${list.slice(1)}` as CountName<Name>;

/** Lists without items, and how many there are. */
export const emptyLists = (countOf: (list: TodoName) => number): EmptyLists =>
  Object.fromEntries(
    todoNames.flatMap((list) => [
      [list, []],
      [countName(list), countOf(list)],
    ]),
  ) as EmptyLists;

const decided = part('decided');
export const decidedKinds: readonly CaughtKind[] = Object.values(decided);
export const decidedViews = Object.values(decided).map(({ view }) => view);
/** The events that say that something has ended. */
export const decidedEvents = Object.keys(decided) as (keyof DecidedItems)[];
