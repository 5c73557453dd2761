import type { Outcome } from '../resource.ts';

export const sections: readonly { of: Outcome['of']; title: string; nothing: string }[] = [
  { of: 'decided', title: 'Decided and done', nothing: 'Nothing was decided yet.' },
  { of: 'changed', title: 'Written', nothing: 'Nothing was written yet.' },
  { of: 'open', title: 'Open', nothing: 'Nothing is open.' },
];

/** A summary in Markdown. */
export const summaryText = (space: string, outcomes: readonly Outcome[]): string =>
  [
    `# Summary of ${space}`,
    ...sections.map(({ of, title, nothing }) => {
      const lines = outcomes.filter((each) => each.of === of).map(({ title: name, note }) => `- ${name}: ${note}`);
      return `## ${title}\n\n${lines.join('\n') || nothing}`;
    }),
  ].join('\n\n') + '\n';
