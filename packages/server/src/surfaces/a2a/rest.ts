import { statusOf, ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methods, versionSaid, type Method, type MethodName } from './methods.ts';
import { A2aRefusal, restError } from './refusal.ts';
import { callOf, frameOf, sendRefusal, sendStream, type BindingParts } from './binding.ts';
import { saidIn } from './rpc.ts';

type BodyFields = Record<string, unknown>;

const base = '/a2a/v1';

/** A task in the path can be followed by a verb, which is a method of its own. */
const ofTask: Record<string, Record<string, MethodName>> = {
  GET: { '': 'GetTask', subscribe: 'SubscribeToTask' },
  POST: { cancel: 'CancelTask', subscribe: 'SubscribeToTask' },
};

const configs = `${base}/tasks/:taskId/pushNotificationConfigs`;
const routes: [method: 'GET' | 'POST' | 'DELETE', url: string, name: MethodName][] = [
  ['POST', `${base}/message::send`, 'SendMessage'],
  ['POST', `${base}/message::stream`, 'SendStreamingMessage'],
  ['GET', `${base}/tasks`, 'ListTasks'],
  ['GET', `${base}/extendedAgentCard`, 'GetExtendedAgentCard'],
  ['POST', configs, 'CreateTaskPushNotificationConfig'],
  ['GET', configs, 'ListTaskPushNotificationConfigs'],
  ['GET', `${configs}/:id`, 'GetTaskPushNotificationConfig'],
  ['DELETE', `${configs}/:id`, 'DeleteTaskPushNotificationConfig'],
];

/** The REST binding of A2A 1.0: the same methods under paths. */
export function serveRestBinding(app: FastifyInstance, service: BindingParts): void {
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(request, reply, {
      error,
      publicUrl: service.publicUrl(),
      format: (refusal) => ({ status: statusOf(refusal), body: restError(refusal, request.id) }),
    });
  const options = { bodyLimit: service.config.limits.bodyBytes, errorHandler, exposeHeadRoute: false };
  for (const [method, url, name] of routes) {
    app.route({ ...options, method, url, handler: async (request, reply) => answer(name, fieldsOf(request), request, reply) });
  }
  for (const [method, verbs] of Object.entries(ofTask)) {
    app.route<{ Params: { task: string } }>({
      ...options,
      method,
      url: `${base}/tasks/:task`,
      handler: async (request, reply) => {
        const [id = '', verb = ''] = request.params.task.split(/:(.*)/s);
        const name = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
        if (!name) throw new ServiceError('not_found', 'Nothing exists at this URL');
        return answer(name, { ...fieldsOf(request), id }, request, reply);
      },
    });
  }

  async function answer(name: MethodName, fields: BodyFields, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (versionSaid(saidIn(request)) === '0.3') {
      throw new A2aRefusal('VERSION_NOT_SUPPORTED', 'This binding serves A2A 1.0; 0.3 is served as JSON-RPC at /a2a');
    }
    const method: Method = methods[name];
    const call = callOf(request, reply, service);
    if ('stream' in method) return sendStream(request, reply, await method.stream(fields, call), service, frameOf);
    const result = await method.run(fields, call);
    if (call.reply.replayed) reply.header('idempotency-replayed', 'true');
    return reply.header('content-type', 'application/a2a+json').send(JSON.stringify(result));
  }
}

/** The fields of the path, and of a body, or of a query, whose numbers and truth values are text. */
function fieldsOf({ method, body, query, params }: FastifyRequest): BodyFields {
  if (method === 'POST') return { ...objectIn(body ?? {}), ...(params as object) };
  const fields = Object.entries(query as BodyFields).map(([name, value]) => [name, valueOf(value)] as const);
  return { ...Object.fromEntries(fields.filter(([, value]) => value !== '')), ...(params as object) };
}

/** Copying a text would make a field of each character. */
function objectIn(body: unknown): BodyFields {
  if (typeof body === 'object' && !Array.isArray(body)) return body as BodyFields;
  throw new ServiceError('invalid_request', 'The body must be a JSON object');
}

function valueOf(text: unknown): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}
