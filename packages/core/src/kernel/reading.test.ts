import { formOf } from './operation.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract, errorBody, events, readingOf, type Operation } from '../index.ts';

type Schema = z.core.$ZodType;

/** Free texts that the service makes or chooses. */
const ofTheService = [
  /\.(ownerPrivateKey|privateKey|participantPrivateKey|publicInvitationKey|secret|deviceCode|userCode|token|prefix)$/,
  /\.(error|code|requestId|field|message|lastError|reason)$/,
  /^(createFile|listFiles\.files|getFile|file|.*\.attachments)\.type$/,
  /\.contextVersion$|^catchUp\.omitted\.call$/,
  /^(getMe\.id|getLink\.address|getPushKey\.publicKey)$/,
  // It answers with the documentation; the question is that of the caller itself.
  /^ask(ByQuery)?\./,
  // Only the service reads it.
  /^searchSpace\.cursor$/,
];

/** Every field of an answer, with the object that it is in. */
function* fieldsOf(schema: Schema, path: string, beside: z.core.$ZodShape = {}): Generator<[string, Schema, z.core.$ZodShape]> {
  yield [path, schema, beside];
  if (schema instanceof z.ZodObject)
    for (const [name, each] of Object.entries(schema.shape)) yield* fieldsOf(each, `${path}.${name}`, schema.shape);
  else if (schema instanceof z.ZodArray) yield* fieldsOf(schema.element, path, beside);
  else if (schema instanceof z.ZodUnion) for (const each of schema.options as Schema[]) yield* fieldsOf(each, path, beside);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    yield* fieldsOf(schema.unwrap(), path, beside);
}

/** What is answered as JSON: neither the lines of streams nor files, which are for programs. */
const answers: [string, Schema][] = [
  ...(Object.entries(contract()) as [string, Operation][])
    .filter(([, operation]) => formOf(operation).kind === 'json')
    .map(([name, { output }]): [string, Schema] => [name, output]),
  ...Object.entries(events),
  ['errorBody', errorBody],
];
const fields = answers.flatMap(([name, schema]) => [...fieldsOf(schema, name)]);

describe('texts in answers', () => {
  it('are marked as written by callers, or known as made by the service', () => {
    const isFree = (schema: Schema) => schema instanceof z.ZodString && !schema.format && !(schema instanceof z.ZodLiteral);
    const unknown = fields.filter(
      ([path, schema]) => isFree(schema) && readingOf(schema)?.by !== 'caller' && !ofTheService.some((each) => each.test(path)),
    );
    expect(unknown.map(([path]) => path)).toEqual([]);
  });

  it('name the field with the id of their author, which every answer has', () => {
    const bodies = fields.flatMap(([path, schema, beside]) => {
      const reading = readingOf(schema);
      return reading?.as === 'body' ? [{ path, author: reading.author, beside }] : [];
    });
    expect(bodies.length).toBeGreaterThan(10);
    for (const { path, author, beside } of bodies) {
      if (author === 'owner') expect(path).toMatch(/\.(description|agenda|statement)$/);
      else if (author === 'participants')
        expect(path).toMatch(
          /^(errorBody\.near|.*\.evidence\.note|.*\.options\.description|(create|resolve|reopen|redact)Comment\.quote|listComments\.comments\.quote|getProposal\.(merged|edits\.(old|new)|section\.(content|heading)))$/,
        );
      else
        expect(
          (beside[author.field] as z.ZodType | undefined)?.safeParse('8e4b1f70-2a9d-4d35-b6c8-7f0a1b2c3d4e').success,
          path,
        ).toBe(true);
    }
  });

  it('carry their marks beside the schema, so that JSON Schema shows nothing of them', () => {
    const drawn = JSON.stringify(fields.map(([, schema]) => z.toJSONSchema(schema, { unrepresentable: 'any' })));
    expect(drawn).not.toMatch(/"by":"|ballast|"caller"/);
  });
});
