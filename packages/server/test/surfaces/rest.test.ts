import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, type OperationName } from '@parley/core';
import { startIssuer, startServer, type TestIssuer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  example?: unknown;
}

interface Content {
  schema: object;
  example?: unknown;
}

interface Described {
  method: string;
  path: string;
  operationId: OperationName;
  security: Record<string, []>[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, { name?: string; scheme?: string }> };
}

const named = (list: string) => list.trim().split(/\s+/) as OperationName[];

/** The examples describe one meeting: operations that others need come first, those that end something last. */
const first = named(`
  createApiToken createSpace createInvitation getMyInvitation
  joinSpace getJoinStatus approveParticipant getJoinStatus muteParticipant unmuteParticipant
  createArtifact lockArtifact createFile linkFile
  claimDelivery sendMessage acceptDelivery putInbound claimDelivery renewDelivery releaseDelivery claimDelivery settleDelivery sendMessage withdrawDelivery`);
/** A proposal ends once, so there is one for each end. */
const proposing = named(`
  createProposal listProposals getProposal rebaseProposal rejectProposal
  createProposal withdrawProposal createProposal acceptProposal`);
/** A comment can be opened again. */
const commenting = named('createComment listComments resolveComment reopenComment redactComment');
/** A task ends once too. */
const working = named(`
  createTask listTasks getTask claimTask renewTask releaseTask claimTask submitTask returnTask submitTask verifyTask
  createTask cancelTask`);
/** And a decision: a participant asks the owner to approve what the participant wrote. */
const deciding = named(`
  createDecision listDecisions getDecision answerDecision
  createDecision withdrawDecision createDecision closeDecision`);
/** By the participant whom the message is directed to, or whom the task is for, and who asks for the decision. */
const byParticipant = named(`
  createArtifact createDecision
  acceptDelivery putInbound claimDelivery renewDelivery releaseDelivery settleDelivery
  claimTask renewTask releaseTask submitTask`);
const last = named(`
  pauseSpace resumeSpace deleteFile unlockArtifact leaveSpace joinSpace kickParticipant revokeInvitation rotateKey closeSpace
  revokeApiToken revokeApiTokens`);
const others = (Object.keys(contract()) as OperationName[]).filter(
  (name) => ![first, proposing, commenting, working, deciding, last].some((list) => list.includes(name)),
);
const meeting = [...first, ...commenting, ...working, ...deciding, ...others, ...proposing, ...last];

const folder = mkdtempSync(join(tmpdir(), 'parley-examples-'));
let issuer: TestIssuer;
let server: TestServer;
let document: Document;
let described: Map<OperationName, Described>;

beforeAll(async () => {
  issuer = await startIssuer();
  server = await startServer({ ...issuer.settings, PARLEY_DATA_DIR: folder });
  document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  described = new Map(all.map((operation) => [operation.operationId, operation]));
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Ids and keys of the examples, and those that this server created instead. */
const made = new Map<string, string>();

function learn(example: unknown, answer: unknown): void {
  if (typeof example === 'string' && typeof answer === 'string') {
    made.set(example, answer);
    if (URL.canParse(example)) learn(fieldsIn(example), fieldsIn(answer));
  }
  if (typeof example !== 'object' || example === null) return;
  for (const [field, value] of Object.entries(example)) learn(value, (answer as Record<string, unknown> | undefined)?.[field]);
}

/** The query of a link contains a code. */
const fieldsIn = (address: string) => Object.fromEntries(new URL(address).searchParams);

const real = (example: unknown): string => made.get(String(example)) ?? String(example);

function addressOf({ path, parameters }: Described): string {
  const given = parameters.filter((each): each is Parameter => 'in' in each && each.example !== undefined);
  const query = given.filter((each) => each.in === 'query').map(({ name, example }) => [name, real(example)]);
  return given
    .filter((each) => each.in === 'path')
    .reduce((address, { name, example }) => address.replace(`{${name}}`, real(example)), path)
    .concat(query.length > 0 ? `?${new URLSearchParams(query)}` : '');
}

function bodyOf({ requestBody }: Described): string | null {
  if (requestBody?.content['application/octet-stream']) return 'ok\n';
  const example = requestBody?.content['application/json']?.example;
  return example === undefined
    ? null
    : JSON.stringify(example, (_, value: unknown) => (typeof value === 'string' ? real(value) : value));
}

const keyFor = { invitation: 'publicInvitationKey', participant: 'participantPrivateKey', others: 'ownerPrivateKey' };

/** The available credentials that an operation accepts; `told` are the fields of all earlier answers. */
function headersOf({ operationId, security }: Described, told: Record<string, string>): Record<string, string> {
  const { auth } = contract()[operationId];
  const holder = byParticipant.includes(operationId) ? 'participant' : auth;
  const key = told[keyFor[holder === 'invitation' || holder === 'participant' ? holder : 'others']];
  const all: Record<string, string | undefined> = { spaceKey: key, session: told['session'], userToken: told['token'] };
  const { securitySchemes } = document.components;
  const used = new Set(security.flatMap((way) => Object.keys(way)).filter((scheme) => all[scheme] !== undefined));
  return Object.fromEntries([...used].map((scheme) => [securitySchemes[scheme]!.name ?? 'authorization', all[scheme]!]));
}

function misfits(schema: object, answer: unknown): unknown {
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(whole) as z.core.JSONSchema.JSONSchema).safeParse(answer).error?.issues ?? [];
}

it('every example is accepted, and its answer matches the document', async () => {
  expect(new Set(meeting)).toEqual(new Set(described.keys()));
  const told: Record<string, string> = { session: `Bearer ${await issuer.session('ada')}` };
  for (const name of meeting) {
    const operation = described.get(name)!;
    const headers = { ...headersOf(operation, told), 'content-type': 'application/json' };
    const response = await fetch(server.url + addressOf(operation), {
      method: operation.method,
      headers,
      body: bodyOf(operation),
    });
    const { status } = response;
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    // A stream does not end.
    const text = name === 'streamMessages' ? '' : await response.text();
    if (name === 'streamMessages') await response.body?.cancel();
    expect(status, `${name} ${text}`).toBeLessThan(300);
    const content = operation.responses[status]!.content ?? {};
    expect(status === 204 ? [''] : Object.keys(content), name).toContain(type);
    if (type !== 'application/json') continue;
    const answer: unknown = JSON.parse(text);
    const { schema, example } = content[type]!;
    expect(misfits(schema, answer), `${name} ${text}`).toEqual([]);
    learn(example, answer);
    Object.assign(told, answer);
    if (name === 'rotateKey') told['ownerPrivateKey'] = told['privateKey']!;
  }
});
