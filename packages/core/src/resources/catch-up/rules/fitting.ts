import { emptyLists, todoNames, type TodoName } from '../declared.ts';
import { beginning, clipped, longest } from './cutting.ts';
import type { Form } from './form.ts';
import type { CatchUp, Decided, Material, PersonChange, PersonList, ReadMessage, Someone, TodoItem } from './material.ts';
import { cut, paid } from './messages.ts';
import { longestOmission, omittedChanges, omittedMessages } from './omissions.ts';
import { Purse } from './purse.ts';
import { ranked } from './ranking.ts';
import { allotted, type Section } from './shares.ts';

export const bytesPerToken = 3.5;

const maxAgendaCharacters = 1_000;
/** The bytes that an answer has for each range of omitted messages. */
const bytesPerRange = 2_000;
const mostRanges = 8;

/** Chooses what matters most and fits: in its form, the answer has at most 3.5 bytes per token. The same material gives the same answer. */
export function catchUp(material: Material, tokens: number, form: Form): CatchUp {
  const total = Math.floor(tokens * bytesPerToken);
  const ranges = Math.max(1, Math.min(mostRanges, Math.floor(total / bytesPerRange)));
  const reserve = (ranges + 1) * form.bytes.omission(longestOmission(material.head));
  const { frame, left } = framed(material, total - reserve, form);
  const candidates = ranked(material.messages);
  const needs = needsOf(material, candidates, left, form);
  const given = allotted(left, needs);
  const purses = Object.fromEntries(Object.entries(given).map(([section, bytes]) => [section, new Purse(bytes)])) as Purses;

  const locks = purses.you.some(material.you.locks, form.bytes.lock);
  const todo = fittingTodo(material, purses.todo, form, needs.todo > given.todo);
  const decided = purses.decided.some(material.decided, form.bytes.decided);
  const artifacts = fittingArtifacts(material, purses.artifacts, form);
  const room = fittingRoom(material, purses.room, form);
  for (const [section, purse] of Object.entries(purses)) if (section !== 'messages') purses.messages.left += purse.left;
  const shares = needs.messages > purses.messages.left;
  const inTodo = new Set(todo.deliveries.map(({ message }) => message.id));
  const messages = candidates
    .filter(({ id }) => !inTodo.has(id))
    .flatMap((message) => paid(message, purses.messages, form.bytes.message, shares) ?? [])
    .toSorted((a, b) => a.sequence - b.sequence);

  const shown = new Set([...inTodo, ...messages.map(({ id }) => id)]);
  const isShown = ({ id }: ReadMessage) => shown.has(id);
  const changes = omittedOf(material, { decided, artifacts: artifacts.length, people: room.people });
  return {
    ...frame,
    you: { ...frame.you, locks },
    todo: { ...frame.todo, ...todo },
    decided,
    artifacts,
    messages,
    room: { ...frame.room, ...room.shown },
    omitted: [...omittedMessages(material, isShown, ranges), ...changes],
  };
}

type Purses = Record<Section, Purse>;

/** The answer without items, and what is left for these. */
function framed({ you, room, after, head, ...material }: Material, bytes: number, form: Form): { frame: CatchUp; left: number } {
  const frame: CatchUp = {
    you: { ...you, name: '', role: '', locks: [], locksHeld: you.locks.length },
    todo: {
      deliveries: [],
      openDeliveries: material.openDeliveries,
      ...emptyLists((list) => material[list]?.length ?? 0),
    },
    decided: [],
    artifacts: [],
    messages: [],
    room: { name: '', ttlRemaining: room.ttlRemaining, ...(room.paused && { paused: true }) },
    omitted: [],
    cursor: Math.max(after, head),
    head,
  };
  const todo = { ...frame.todo, held: material.heldDeliveries };
  // The smallest answer has no room for it.
  if (todo.held > 0 && form.frame({ ...frame, todo }) <= bytes) frame.todo = todo;
  const purse = new Purse(bytes - form.frame(frame));
  const most = Math.floor(purse.left / 5);
  const label = (name: string): string => {
    const shown = clipped(name, most, form.label);
    purse.takes(form.label(shown));
    return shown;
  };
  frame.you.name = label(you.name);
  frame.room.name = label(room.name);
  frame.you.role = label(you.role);
  return { frame, left: purse.left };
}

/** How many bytes each section would have if everything fitted; from `most` on, it no longer matters how many. */
function needsOf(material: Material, candidates: readonly ReadMessage[], most: number, { bytes }: Form): Record<Section, number> {
  const { you, deliveries, decided, artifacts, people, room } = material;
  const sum = <Item>(items: readonly Item[], bytesOf: (item: Item) => number): number => {
    let needed = 0;
    for (let i = 0; i < items.length && needed < most; i += 1) needed += bytesOf(items[i]!);
    return needed;
  };
  const waiting = new Set(deliveries.map(({ message }) => message.id));
  return {
    you: sum(you.locks, bytes.lock),
    todo:
      sum(deliveries, ({ message, ...delivery }) => bytes.delivery({ ...delivery, message: cut(message) })) +
      todoNames.reduce((all, list) => all + sum<TodoItem['item']>(material[list] ?? [], (item) => bytes.todo({ list, item })), 0),
    decided: sum(decided, bytes.decided),
    artifacts: sum(artifacts, ({ shown, hunks = [] }) => bytes.artifact(shown) + sum(hunks, bytes.hunk)),
    messages: sum(candidates, (each) => (waiting.has(each.id) ? 0 : bytes.message(cut(each)))),
    room:
      sum(people, ({ list, participantId, name }) => bytes.person({ list, someone: { participantId, name } })) +
      agendaBytes(room, bytes),
  };
}

const agendaBytes = ({ agenda }: Material['room'], bytes: Form['bytes']): number =>
  agenda === undefined ? 0 : bytes.agenda(beginning(agenda, maxAgendaCharacters));

/** What waits for the reader. */
function fittingTodo(
  material: Material,
  purse: Purse,
  { bytes }: Form,
  shares: boolean,
): Pick<CatchUp['todo'], 'deliveries' | TodoName> {
  const deliveries = material.deliveries.flatMap(({ message, ...delivery }) => {
    const shown = paid(message, purse, (each) => bytes.delivery({ ...delivery, message: each }), shares);
    return shown ? [{ ...delivery, message: shown }] : [];
  });
  const lists = todoNames.map((list) => [
    list,
    purse.some<TodoItem['item']>(material[list] ?? [], (item) => bytes.todo({ list, item })),
  ]);
  return { deliveries, ...(Object.fromEntries(lists) as Pick<CatchUp['todo'], TodoName>) };
}

/** First which artifacts have changed, then how. They are taken in order, so that those which do not fit are the last. */
function fittingArtifacts({ artifacts }: Material, purse: Purse, { bytes }: Form): CatchUp['artifacts'] {
  const end = artifacts.findIndex(({ shown }) => !purse.takes(bytes.artifact(shown)));
  return artifacts.slice(0, end < 0 ? artifacts.length : end).map(({ shown, hunks, isCut = false }) => {
    const from = hunks?.findIndex((hunk) => !purse.takes(bytes.hunk(hunk))) ?? -1;
    const fitting = from < 0 ? hunks : hunks!.slice(0, from);
    const isWhole = from < 0 && !isCut && (hunks !== undefined || shown.from === shown.to);
    return { ...shown, ...(fitting && { hunks: [...fitting] }), ...(!isWhole && { truncated: true as const }) };
  });
}

type Agenda = Pick<CatchUp['room'], 'agenda' | 'agendaTruncated'>;

function fittingRoom({ people, room }: Material, purse: Purse, { bytes }: Form) {
  const agenda = fittingAgenda(room.agenda, purse, bytes.agenda);
  const fitting = purse.some(people, ({ list, participantId, name }) => bytes.person({ list, someone: { participantId, name } }));
  const lists: Partial<Record<PersonList, Someone[]>> = {};
  for (const { list, participantId, name } of fitting) (lists[list] ??= []).push({ participantId, name });
  return { shown: { ...lists, ...agenda }, people: fitting };
}

/** At most half of the purse, so that people are named too. */
function fittingAgenda(agenda: string | undefined, purse: Purse, bytesOf: (agenda: string) => number): Agenda {
  if (agenda === undefined) return {};
  const most = Math.floor(purse.left / 2);
  const units = longest(Math.min(agenda.length, maxAgendaCharacters), (each) => bytesOf(beginning(agenda, each)) <= most);
  const shown = beginning(agenda, units);
  if (shown === '' || !purse.takes(bytesOf(shown))) return {};
  return { agenda: shown, ...(shown.length < agenda.length && { agendaTruncated: true as const }) };
}

interface ShownChanges {
  decided: readonly Decided[];
  /** How many of the first artifacts. */
  artifacts: number;
  people: readonly PersonChange[];
}

function omittedOf({ after, decided, artifacts, people, unread }: Material, shown: ShownChanges): CatchUp['omitted'] {
  const isShown = new Set<object>([...shown.decided, ...shown.people]);
  const missing = [
    ...decided.filter((each) => !isShown.has(each)).map(({ sequence }) => ({ first: sequence, last: sequence })),
    ...artifacts.slice(shown.artifacts),
    ...people.filter((each) => !isShown.has(each)),
    ...(unread.changesBefore === undefined ? [] : [{ first: after + 1, last: unread.changesBefore - 1 }]),
  ];
  if (missing.length === 0) return [];
  return [omittedChanges(Math.min(...missing.map(({ first }) => first)), Math.max(...missing.map(({ last }) => last)))];
}
