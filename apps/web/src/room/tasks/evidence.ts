import type { Evidence } from '@parley/sdk';

export type Kind = 'note' | 'artifact' | 'message';

/** The evidence that a form says: exactly one kind. */
export function evidenceIn(form: FormData): Evidence {
  const field = (name: string) => String(form.get(name) ?? '').trim();
  switch (field('kind') as Kind) {
    case 'artifact':
      return { artifactId: field('artifact'), version: Number(field('version')) };
    case 'message':
      return { messageId: field('message') };
    case 'note':
      return { note: field('note') };
  }
}
