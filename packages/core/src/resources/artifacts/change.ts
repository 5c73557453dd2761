import { z } from 'zod';
import type { Limits } from '../../kernel/limits.ts';
import { content, label, text } from '../../kernel/text.ts';

const maxEdits = 100;
/** The note of a version. */
const maxVersionNoteCharacters = 200;
const maxHeadingCharacters = 1_000;

/** Markdown; `limits.artifactBytes` apply to the text after the change too. */
export const markdown = (limits: Limits) =>
  content(limits.artifactBytes).meta({ description: `Markdown; at most ${limits.artifactBytes} bytes of UTF-8` });

const part = (limits: Limits) => content(limits.artifactBytes);

export const sectionMode = z
  .enum(['replace', 'append'])
  .meta({ id: 'SectionMode', description: 'Replaces the text below a heading, or adds to it' });

const fieldsFor = (limits: Limits) => ({
  content: markdown(limits).optional().meta({ description: 'The whole new content, as Markdown' }),
  edits: z
    .array(
      z
        .object({ old: part(limits).min(1, 'must not be empty'), new: part(limits) })
        .meta({ id: 'Edit', description: 'Replaces `old`, which must occur exactly once' }),
    )
    .min(1)
    .max(maxEdits)
    .optional()
    .meta({ description: 'Applied together to the present text; its line endings do not matter' }),
  append: part(limits).min(1, 'must not be empty').optional().meta({ description: 'Added at the end, on a new line' }),
  section: z
    .object({
      heading: label(maxHeadingCharacters).meta({ description: 'Or a path, such as `Plan > Risks`' }),
      content: part(limits),
      mode: sectionMode.default('replace').meta({ description: 'What becomes of the text below the heading' }),
    })
    .meta({ id: 'SectionChange', description: 'A change below a heading, up to the next one of the same or a higher level' })
    .optional()
    .meta({ description: 'Replaces or extends the text below a heading' }),
});

const fields = new WeakMap<Limits, ReturnType<typeof fieldsFor>>();

/** The ways to change a text, of which a call chooses one: the same schemas for every operation, because their names are unique. */
export function changeFields(limits: Limits): ReturnType<typeof fieldsFor> {
  let known = fields.get(limits);
  if (!known) fields.set(limits, (known = fieldsFor(limits)));
  return known;
}

const names = ['content', 'edits', 'append', 'section'] as const;

type Change = Partial<Record<(typeof names)[number], unknown>>;

/** Refuses an input that has none of the ways to change a text, or several. */
export const hasOneChange = (input: Change): boolean => names.filter((name) => input[name] !== undefined).length === 1;
export const oneChange = `must have exactly one of ${names.join(', ')}`;

export const baseVersion = z
  .int()
  .min(1)
  .meta({ description: 'The version that you have read: 409 `version_conflict` if there is a newer one' });

export const versionNote = text(maxVersionNoteCharacters).meta({ description: 'Why, for the history' });

export const lockUse = z
  .enum(['held', 'auto'])
  .meta({
    id: 'LockUse',
    description: '`held`: you hold the lock; `auto`: the lock is free or yours, and is left as it was found',
  })
  .default('held')
  .meta({ description: 'How the lock is used' });
