import { median } from '../measure/statistics.ts';
import { kinds, Missing, type Figure, type Figures, type Measurement, type Way } from './figures.ts';
import type { Pace, Stage } from './stage.ts';

/** One row of the table, and one figure of a comparison with another build. */
export interface Line {
  work: string;
  way: Way;
  figure: Figure;
  /** What is added to `work`; by default the title of the figure. */
  title?: string;
  /** What it is divided by, or only shown beside. Lines with the same one are measured in alternating rounds. */
  than?: Way;
  beside?: Way;
  /** `× pgbench`, or the unit of an absolute figure. */
  unit?: string;
  /** The goal. */
  atLeast?: number;
  atMost?: number;
  /** What else to say. */
  note?: string;
  /** What is compared with another build: by default the figure, and of a rate the CPU time. */
  cost?: Figure;
  /** One round is enough, and none has to come before: it starts a server of its own. */
  isOnce?: true;
}

export interface Section {
  /** How often as many rounds as usual. */
  times?: (pace: Pace) => number;
  /** Whether a first round does not count. */
  hasWarmUp?: true;
  /** Other builds are not compared. */
  isNotCompared?: true;
  /** Starts what its lines have in common; each way is prepared when it is needed. */
  lines(stage: Stage): Promise<readonly Line[]>;
}

/** Figures of a build of which less is better, named with their unit. Each call measures once. */
export type Costs = Record<string, () => Promise<number>>;

export const columns = ['work', 'measured', 'goal', 'reached', 'absolute'];

export const skipped = (work: string, why: string): string[] => [work, 'skipped', '', '', why];

/** The measured rows. A row whose ways need what this machine lacks is skipped. */
export async function rowsOf(section: Section, stage: Stage): Promise<string[][]> {
  const lines = await section.lines(stage);
  const prepare = preparing();
  const rows = new Map<Line, string[]>();
  for (const other of new Set(lines.map(otherOf))) {
    const some = lines.filter((line) => otherOf(line) === other);
    try {
      const results = new Map<Way, Figures[]>([other, ...some.map(({ way }) => way)].map((way) => [way, []]));
      for (const way of results.keys()) await prepare(way);
      const isOnce = some.every((line) => line.isOnce);
      const rounds = isOnce ? 1 : stage.pace.rounds * (section.times?.(stage.pace) ?? 1);
      for (let round = section.hasWarmUp && !isOnce ? -1 : 0; round < rounds; round += 1) {
        for (const [way, figures] of results) {
          const measured = await (await prepare(way))();
          if (round >= 0) figures.push(measured);
        }
      }
      for (const line of some) rows.set(line, cellsOf(line, results.get(line.way)!, results.get(other)!));
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      for (const line of some) rows.set(line, skipped(nameOf(line), error.message));
    }
  }
  return lines.map((line) => rows.get(line)!);
}

/** What is compared with another build. */
export async function costsOf(section: Section, stage: Stage): Promise<Costs> {
  const prepare = preparing();
  const costs: Costs = {};
  for (const line of section.isNotCompared ? [] : await section.lines(stage)) {
    const figure = line.cost ?? (line.figure === 'perSecond' ? 'cpuMicros' : line.figure);
    const name = nameOf(figure === line.figure ? line : { work: line.work, figure });
    const measure = await prepare(line.way);
    costs[`${name}, ${kinds[figure].unit}`] = async () => (await measure())[figure]!;
  }
  return costs;
}

const otherOf = ({ than, beside, way }: Line): Way => than ?? beside ?? way;

const nameOf = ({ work, figure, title = kinds[figure].title }: Pick<Line, 'work' | 'figure' | 'title'>): string =>
  title === '' ? work : `${work}: ${title}`;

/** Prepares each way once. */
function preparing(): (way: Way) => Promise<Measurement> {
  const prepared = new Map<Way, Promise<Measurement>>();
  return (way) => prepared.get(way) ?? prepared.set(way, way()).get(way)!;
}

function cellsOf(line: Line, ours: readonly Figures[], other: readonly Figures[]): string[] {
  const { figure, than, unit = kinds[figure].unit, atLeast, atMost, note } = line;
  const values = ours.map((each) => each[figure]!);
  const value = median(than === undefined ? values : values.map((each, round) => each / other[round]![figure]!));
  const shown = Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
  const isReached = Number(shown) >= (atLeast ?? -Infinity) && Number(shown) <= (atMost ?? Infinity);
  const goal = atLeast === undefined ? atMost && `≤ ${atMost}` : `≥ ${atLeast}`;
  const { show } = kinds[figure];
  const spread = `${show(Math.min(...values))} to ${show(Math.max(...values))} in ${values.length} rounds`;
  const figures = other === ours ? spread : `${figuresIn(ours, figure)} against ${figuresIn(other, figure)}`;
  const reached = isReached ? 'yes' : 'no';
  return [nameOf(line), `${shown} ${unit}`, ...(goal ? [goal, reached] : ['', '']), note ? `${figures}; ${note}` : figures];
}

/** All figures that a row can show, its own first. */
function figuresIn(results: readonly Figures[], own: Figure): string {
  const names = [...new Set<Figure>([own, 'perSecond', 'p99Ms', 'cpuMicros'])].filter((name) => results[0]![name] !== undefined);
  return names.map((name) => kinds[name].show(median(results.map((each) => each[name]!)))).join(', ');
}
