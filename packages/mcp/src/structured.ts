import { unified } from './diff.ts';
import { isEnded, isObject, type Form } from './form.ts';
import { Page } from './page.ts';
import { show } from './show.ts';

/** An answer for models: as a page of text, and in fields. Lines can be added to the page. */
export function shownOf(form: Form, answer: Record<string, unknown>): { page: Page; fields: Record<string, unknown> } {
  const page = new Page();
  show(page, form, answer);
  const { notice } = page;
  const fields = structuredOf(form, answer, page) as Record<string, unknown>;
  return { page, fields: { ...(notice !== undefined && { notice }), ...fields } };
}

/**
 * The fields that a form shows of an answer, for hosts that show a model nothing else. Texts of participants are between the boundaries of
 * the page, which has them too.
 */
export function structuredOf(form: Form, value: unknown, page: Page): unknown {
  switch (form.kind) {
    case 'body':
      return value === '' || value === null ? value : page.enclosed(value);
    case 'diff':
      return Array.isArray(value) && value.length === 0 ? value : page.enclosed(unified(value));
    case 'list':
      if (!Array.isArray(value)) return [];
      return value.filter((each) => !isEnded(form.of, each)).map((each) => structuredOf(form.of, each, page));
    case 'event':
      return isObject(value) ? eventOf(form, value, page) : {};
    case 'object':
      return isObject(value) ? objectOf(form.fields, value, page) : value;
    case 'label':
    case 'word':
      return value;
  }
}

function objectOf(fields: ReadonlyMap<string, Form>, value: Record<string, unknown>, page: Page): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, form] of fields) {
    const field = value[name];
    if (field !== undefined) shown[name] = form.kind === 'word' ? field : structuredOf(form, field, page);
  }
  return shown;
}

function eventOf({ data: forms }: Form & { kind: 'event' }, { event, at, data }: Record<string, unknown>, page: Page) {
  const form = typeof event === 'string' ? forms.get(event) : undefined;
  return { event, ...(at !== undefined && { at }), ...(form && { data: structuredOf(form, data, page) }) };
}
