import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that exhaust the client, or judge what all the others proved. */
const last = ['rate-limit.test.ts', 'coverage.test.ts'];

const place = ({ moduleId }: TestSpecification): number => last.findIndex((name) => moduleId.endsWith(name));

export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (a, b) => a.project.name.localeCompare(b.project.name) || place(a) - place(b) || a.moduleId.localeCompare(b.moduleId),
    );
  }
}
