import { commonLimits } from '@parley/core/limits';
import { InvalidArgumentError, type Command } from 'commander';
import { act, type Verb } from '../command.ts';
import type { Context, Place } from '../context.ts';
import { Failure } from '../failure.ts';
import { refusal } from '../report.ts';
import { fetch } from '../fetch.ts';
import { examples } from '../help.ts';
import { content } from '../input/content.ts';
import type { Kind } from '../input/limits.ts';
import { whileWaiting } from '../terminal/spinner.ts';

export function apiCommand(program: Command): void {
  const command = program
    .command('api')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE', method)
    .argument('<path>', 'path of the operation; {space} stands for the id of the space')
    .description('call any operation of the API and print the response')
    .option('-d, --data <json>', 'the request body; @FILE reads it from a file, - from standard input')
    .action(act(api));
  examples(
    command,
    'parley api GET /api/health',
    'parley api GET /hub/space/{space}',
    `parley api POST /hub/space/{space}/messages --data '{"content":"Hello"}'`,
  );
}

const api: Verb<{ data?: string }, [method: string, path: string]> = async (context, options, method, path) => {
  if (!path.startsWith('/')) throw new Failure('usage', 'The path must begin with /', 'for example `parley api GET /api/health`');
  const place = /^\/hub\/space\/./.test(path) ? await context.place() : undefined;
  if (place?.kept && method === 'POST' && /^\/hub\/space\/[^/]+\/key\/?$/.test(path))
    throw new Failure('usage', 'The profile would lose its key', '`parley key rotate` replaces it and stores the new one');
  const body = await bodyOf(context, options.data);
  const response = await call(context, place, method, path, body);
  const { readText } = await import('@parley/sdk');
  const text = await readText(response, (place ?? context).baseUrl);
  if (text) context.out.raw(`${text}\n`);
  if (!response.ok) throw refusal(response.status, text);
};

async function call(context: Context, place: Place | undefined, method: string, path: string, body: string | undefined) {
  const { NetworkError } = await import('@parley/sdk');
  const { baseUrl } = place ?? context;
  const token = await context.userToken(baseUrl);
  const headers = {
    accept: 'application/json',
    ...(place && { 'x-private-key': place.key }),
    ...(token && { 'x-user-token': token }),
    ...(path.startsWith('/hub/me') && context.session && { authorization: `Bearer ${context.session}` }),
    ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const address = baseUrl + path.replaceAll('{space}', place?.spaceId ?? '');
  const request = fetch(address, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'error',
    signal: context.signal,
  });
  return whileWaiting(`Waiting for ${baseUrl}`, request).catch((cause: unknown) => {
    throw context.signal.aborted ? cause : new NetworkError(`${baseUrl} could not be reached`, { code: 'network', cause });
  });
}

const requestBody: Kind = { name: 'a request', setting: 'bodyBytes', bytes: commonLimits.bodyBytes };

async function bodyOf(context: Context, data: string | undefined): Promise<string | undefined> {
  if (data === undefined) return undefined;
  const [, from = data === '-' ? data : undefined] = /^@(.+)$/s.exec(data) ?? [];
  const body = from === undefined ? data : await content(context, requestBody, { from });
  try {
    JSON.parse(body ?? '');
  } catch {
    throw new Failure('usage', 'The body is not valid JSON');
  }
  return body;
}

function method(text: string): string {
  const upper = text.toUpperCase();
  if (!['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(upper))
    throw new InvalidArgumentError('Use GET, POST, PUT, PATCH or DELETE.');
  return upper;
}
