import type { AppRouter as Served } from '@parley/server';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { expectTypeOf, test } from 'vitest';
import type { AppRouter, RefusalData } from './trpc.ts';

/** The types of both sides are equal only if optional fields do not also allow `undefined`. */
type Exact<T> = T extends readonly (infer Each)[]
  ? Exact<Each>[]
  : T extends AsyncIterable<infer Each>
    ? AsyncIterable<Exact<Each>>
    : T extends object
      ? { [Key in keyof T]: Exact<Exclude<T[Key], undefined>> }
      : T;
type Void<T> = [T] extends [void] ? undefined : T;
type Inputs<Router extends AnyRouter> = { [Name in keyof inferRouterInputs<Router>]: Exact<inferRouterInputs<Router>[Name]> };
type Outputs<Router extends AnyRouter> = {
  [Name in keyof inferRouterOutputs<Router>]: Exact<Void<inferRouterOutputs<Router>[Name]>>;
};
type Kinds<Router extends AnyRouter> = {
  [Name in keyof Router['_def']['record']]: Router['_def']['record'][Name] extends { _def: { type: infer Kind } } ? Kind : never;
};
type AnyRouter = Served | AppRouter;
type ShapeOf<Router extends AnyRouter> = Router['_def']['_config']['$types']['errorShape'];

/** Names for which `A` does not fit into `B`; `never` when all do. */
type Misfits<A, B> = { [Name in keyof A]: Name extends keyof B ? ([A[Name]] extends [B[Name]] ? never : Name) : Name }[keyof A];

test('has the procedures of the router that is served, in kind', () => {
  expectTypeOf<Kinds<AppRouter>>().toEqualTypeOf<Kinds<Served>>();
});

test('takes what the router that is served takes, both ways', () => {
  expectTypeOf<Misfits<Inputs<AppRouter>, Inputs<Served>>>().toBeNever();
  expectTypeOf<Misfits<Inputs<Served>, Inputs<AppRouter>>>().toBeNever();
});

test('answers what the router that is served answers, both ways', () => {
  expectTypeOf<Misfits<Outputs<AppRouter>, Outputs<Served>>>().toBeNever();
  expectTypeOf<Misfits<Outputs<Served>, Outputs<AppRouter>>>().toBeNever();
});

test('refuses as the router that is served does', () => {
  expectTypeOf<Omit<ShapeOf<Served>, 'data'>>().toEqualTypeOf<Omit<ShapeOf<AppRouter>, 'data'>>();
  expectTypeOf<ShapeOf<Served>['data']>().toExtend<RefusalData>();
});
