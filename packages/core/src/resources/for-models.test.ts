import { expect, it } from 'vitest';
import { z } from 'zod';
import { readingOf } from '../kernel/reading.ts';
import type { ResourceForModels } from '../kernel/for-models.ts';
import { contract, declared, events, statusOfCode, type Operation } from '../index.ts';

const told: readonly ResourceForModels[] = declared('forModels');
const operations: [string, Operation][] = Object.entries(contract());
const names = operations.map(([name]) => name);

it('models are told of operations, events, errors and fields that exist', () => {
  expect(names).toEqual(expect.arrayContaining(told.flatMap(({ reference }) => reference?.operation ?? [])));
  expect(names).toEqual(expect.arrayContaining(told.flatMap(({ address }) => address?.operation ?? [])));
  expect(Object.keys(events)).toEqual(expect.arrayContaining(told.flatMap(({ address }) => address?.event ?? [])));
  const codes = told.flatMap(({ afterRefusal = [] }) => afterRefusal.flatMap(({ when }) => when['code'] ?? []));
  expect(Object.keys(statusOfCode)).toEqual(expect.arrayContaining(codes));
  const fields = operations.flatMap(([, { input }]) => Object.keys(input.shape));
  expect(fields).toEqual(expect.arrayContaining(told.flatMap(({ selfEvident = [] }) => selfEvident)));
});

it('each kind of reference is declared once', () => {
  const kinds = told.flatMap(({ reference }) => reference?.to ?? []);
  expect(new Set(kinds).size).toBe(kinds.length);
  const inside = (schema: z.core.$ZodType): z.core.$ZodType => {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return inside(schema.unwrap());
    return schema instanceof z.ZodArray ? inside(schema.element) : schema;
  };
  const used = operations.flatMap(([, { input }]) =>
    Object.values(input.shape as z.core.$ZodShape).flatMap((schema) => {
      const reading = readingOf(inside(schema));
      return reading?.as === 'reference' ? reading.to : [];
    }),
  );
  expect(new Set(used)).toEqual(new Set(kinds));
});
