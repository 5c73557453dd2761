import { alternate, medianOf, ratioOf } from '../measure/statistics.ts';
import { kinds, type Figure, type Figures, type Measurement, type Way } from './figures.ts';
import { Missing, type Pace, type Stage } from './stage.ts';
import type { Goal, Row, Skipped } from './table.ts';

/** One row of the table, and one figure of a comparison with another build. */
export interface Line {
  work: string;
  way: string;
  figure: Figure;
  /** What is added to `work`; by default the title of the figure. */
  title?: string;
  /** What it is divided by, or only shown beside. */
  than?: string;
  beside?: string;
  /** `× pgbench`, or the unit of an absolute figure. */
  unit?: string;
  goal?: Goal;
  /** What else to say. */
  note?: string;
  /** What is compared with another build: by default the figure, and of a rate the CPU time. */
  cost?: Figure;
  /** One round is enough, and none has to come before: it starts a server of its own. */
  isOnce?: true;
  /** It is only compared with other builds. */
  isOnlyCost?: true;
}

export interface Section {
  /** How often as many rounds as usual. */
  times?: (pace: Pace) => number;
  /** Whether a first round does not count. */
  hasWarmUp?: true;
  /** Other builds are not compared. */
  isNotCompared?: true;
  lines(pace: Pace): readonly Line[];
  /** What can be measured on a stage, by name. */
  ways(stage: Stage): Promise<Readonly<Record<string, Way>>>;
}

/** Figures of a build of which less is better, named with their unit. Each call measures once. */
export type Costs = Record<string, () => Promise<number>>;

/** The measured rows. A row whose ways need what this machine lacks is skipped. */
export async function rowsOf(section: Section, stage: Stage): Promise<(Row | Skipped)[]> {
  const lines = section.lines(stage.pace).filter(({ isOnlyCost }) => !isOnlyCost);
  const prepared = new Prepared(section, stage);
  const rounds = stage.pace.rounds * (section.times?.(stage.pace) ?? 1);
  const rows: (Row | Skipped)[] = [];
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(groupOf(line), [...(groups.get(groupOf(line)) ?? []), line]);
  for (const group of groups.values()) {
    try {
      const ways = await prepared.all(group.flatMap(({ than, beside, way }) => [than ?? beside ?? way, way]));
      const isOnce = group.every((line) => line.isOnce);
      if (section.hasWarmUp && !isOnce) await alternate(1, ways);
      const results = await alternate(isOnce ? 1 : rounds, ways);
      rows.push(...group.map((line) => rowOf(line, results)));
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      rows.push(...group.map((line) => ({ work: nameOf(line), skipped: error.message })));
    }
  }
  return rows.toSorted(
    (a, b) => lines.findIndex((line) => nameOf(line) === a.work) - lines.findIndex((line) => nameOf(line) === b.work),
  );
}

/** What is compared with another build. */
export async function costsOf(section: Section, stage: Stage): Promise<Costs> {
  const prepared = new Prepared(section, stage);
  const costs: Costs = {};
  for (const line of section.isNotCompared ? [] : section.lines(stage.pace)) {
    const figure = line.cost ?? (line.figure === 'perSecond' ? 'cpuMicros' : line.figure);
    const title = figure === line.figure ? line.title : undefined;
    const { [line.way]: measure } = await prepared.all([line.way]);
    costs[`${nameOf({ ...line, figure, ...(title !== undefined && { title }) })}, ${kinds[figure].unit}`] = async () =>
      (await measure!())[figure]!;
  }
  return costs;
}

/** Lines of one group are measured in alternating rounds. */
const groupOf = ({ than, beside, way }: Line): string => than ?? beside ?? way;

const nameOf = ({ work, figure, title = kinds[figure].title }: Pick<Line, 'work' | 'figure' | 'title'>): string =>
  title === '' ? work : `${work}: ${title}`;

/** Prepares each way once, when it is needed. */
class Prepared {
  readonly #section: Section;
  readonly #stage: Stage;
  #ways: Readonly<Record<string, Way>> | undefined;
  readonly #measurements = new Map<string, Measurement>();

  constructor(section: Section, stage: Stage) {
    this.#section = section;
    this.#stage = stage;
  }

  async all(names: readonly string[]): Promise<Record<string, Measurement>> {
    this.#ways ??= await this.#section.ways(this.#stage);
    const chosen: Record<string, Measurement> = {};
    for (const name of new Set(names)) {
      const measurement = this.#measurements.get(name) ?? (await this.#ways[name]!());
      this.#measurements.set(name, measurement);
      chosen[name] = measurement;
    }
    return chosen;
  }
}

function rowOf(line: Line, results: Readonly<Record<string, Figures[]>>): Row {
  const { way, figure, than, beside, unit = kinds[figure].unit, goal, note } = line;
  const ours = results[way]!;
  const valueOf = (each: Figures) => each[figure]!;
  const other = results[than ?? beside ?? ''];
  const values = ours.map(valueOf);
  const { show } = kinds[figure];
  const spread = `${show(Math.min(...values))} to ${show(Math.max(...values))} in ${values.length} rounds`;
  const shown = other ? `${figuresIn(ours, figure)} against ${figuresIn(other, figure)}` : spread;
  return {
    work: nameOf(line),
    value: than === undefined ? medianOf(ours, valueOf) : ratioOf(ours, valueOf, results[than]!, valueOf),
    unit,
    goal,
    figures: [shown, ...(note === undefined ? [] : [note])].join('; '),
  };
}

/** All figures that a row can show, its own first. */
function figuresIn(results: readonly Figures[], own: Figure): string {
  const names = [...new Set<Figure>([own, 'perSecond', 'p99Ms', 'cpuMicros'])].filter((name) => results[0]![name] !== undefined);
  return names.map((name) => kinds[name].show(medianOf(results, (each) => each[name]!))).join(', ');
}
