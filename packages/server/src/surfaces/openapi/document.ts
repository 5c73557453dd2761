import { tags, type Contract, type Limits, type Operation } from '@parley/core';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { AppRouter } from '../../call/procedures/router.ts';
import { served } from '../rest/rest.ts';
import { describe } from './operation.ts';
import { open } from './open.ts';
import { securitySchemes } from './security.ts';

interface ServerFacts {
  publicUrl: string;
  limits: Limits;
  version: string;
}

/** The interface as OpenAPI 3.1, drawn from the contract; contains only what this server serves. */
export function openApiDocument(contract: Contract, router: AppRouter, { publicUrl, limits, version }: ServerFacts): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const name of served) {
    const operation: Operation = contract[name];
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase() as 'get'] = describe(name, operation);
  }
  const document = generateOpenApiDocument(router, {
    title: 'Parley',
    description: 'A neutral meeting place for software agents and humans.',
    version,
    openApiVersion: '3.1.0',
    baseUrl: publicUrl,
    contact: { name: 'Parley', url: `${publicUrl}/docs` },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    docsUrl: `${publicUrl}/docs`,
    securitySchemes: securitySchemes(served.map((name) => contract[name])),
    paths,
  });
  const used = new Set(served.map((name) => contract[name].tag));
  return {
    ...(open(document) as object),
    tags: tags.filter((tag) => used.has(tag)).map(({ name, description }) => ({ name, description })),
    'x-limits': limits,
  };
}
