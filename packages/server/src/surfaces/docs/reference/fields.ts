import { escapeHtml } from '../../pages/wording.ts';
import { inline, scrolling } from '../markdown.ts';
import type { ApiDocument, Parameter, Schema } from './document.ts';
import { resolved } from './document.ts';
import { limitsOf, typeOf } from './types.ts';

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
  description?: string | undefined;
}

/** Whether a table is about what callers send or what they get: a caller must send what is required, and can miss what is not. */
export type Direction = 'sent' | 'received';

/** The fields of an object; those of nested objects without a name follow, with their path. */
export function fieldsOf(schema: Schema, document: ApiDocument, path = ''): Field[] {
  const { properties = {}, required = [] } = resolved(schema, document);
  return Object.entries(properties).flatMap(([key, value]) => {
    const name = path + key;
    const inner = value.items && !value.items.$ref ? value.items : value;
    const deeper = inner.properties ? fieldsOf(inner, document, `${name}${inner === value ? '' : '[]'}.`) : [];
    return [{ name, schema: value, isRequired: required.includes(key), description: value.description }, ...deeper];
  });
}

export const fieldOf = ({ name, schema, required = false, description }: Parameter): Field => ({
  name,
  schema,
  isRequired: required,
  description: description ?? schema.description,
});

export function tableOf(caption: string, fields: readonly Field[], direction: Direction): string {
  const rows = fields.map((field) => rowOf(field, direction));
  return scrolling(`<table class="fields"><caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`);
}

function rowOf({ name, schema, isRequired, description }: Field, direction: Direction): string {
  const mark =
    direction === 'sent' && isRequired
      ? ' <span class="tag attention">required</span>'
      : direction === 'received' && !isRequired
        ? ' <span class="tag">optional</span>'
        : '';
  const limits = limitsOf(schema);
  const meaning = description === undefined ? '' : inline(description);
  return `<tr><td><code>${escapeHtml(name)}</code>${mark}</td><td>${typeOf(schema)}${limits && `<br /><small>${limits}</small>`}</td><td>${meaning}</td></tr>`;
}
