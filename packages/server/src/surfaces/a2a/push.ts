import { ServiceError, type RequestOf } from '@parley/core';
import { z } from 'zod';
import { assertCallable } from '../../resources/wakes/outbox/callable.ts';
import { isTerminal, type Task, type Version } from '../../a2a-protocol/protocol.ts';
import { lookUp, perform, type A2aCall } from './call.ts';
import { A2aRefusal } from './refusal.ts';
import { parameters, shapes, type PushConfig, type SendRequest } from './requests.ts';
import { send, spaceOf, type SendOutcome } from './send.ts';
import { getTask } from './tasks.ts';

/** A push notification configuration as A2A 1.0 shows it. Secrets are shown to nobody. */
export interface Configuration {
  id: string;
  taskId: string;
  url: string;
  authentication?: { scheme: string };
}

type Wish = Pick<RequestOf<'putWake'>, 'a2a'> & { url: string };

/** A configuration is the wake address of the participant, in the format of the version that it was set with. */
function wishOf({ url, id, token, authentication }: PushConfig, version: Version): Wish {
  const { scheme, schemes, credentials } = authentication ?? {};
  const first = scheme || schemes?.[0];
  return {
    url,
    a2a: {
      version,
      ...(id && { id }),
      ...(token && { token }),
      ...(first && credentials && { authentication: { scheme: first, credentials } }),
    },
  };
}

/** Sets the configuration of a task. Nothing changes if it is set already. */
export async function createConfig(sent: unknown, call: A2aCall): Promise<Configuration> {
  const isLegacy = typeof sent === 'object' && sent !== null && 'pushNotificationConfig' in sent;
  const { taskId, ...config } = isLegacy ? legacyIn(sent) : parameters(shapes.newConfig, sent);
  const wish = wishOf(config, isLegacy ? '0.3' : '1.0');
  const task = await getTask(taskId, call);
  if (!isMembership(task)) {
    throw new A2aRefusal(
      'UNSUPPORTED_OPERATION',
      'The task has ended, or the owner must approve you first: nothing can be notified',
    );
  }
  await perform('putWake', { spaceId: task.contextId, ...wish }, call);
  return (await configOf(task, call)) ?? gone();
}

const legacyIn = (sent: unknown) => {
  const { taskId, pushNotificationConfig } = parameters(shapes.newLegacyConfig, sent);
  return { taskId, ...pushNotificationConfig };
};

export async function getConfig(sent: unknown, call: A2aCall): Promise<Configuration> {
  const { taskId, id } = named(sent);
  const found = await configOf(await getTask(taskId, call), call);
  return found && (!id || found.id === id) ? found : gone();
}

export async function listConfigs(sent: unknown, call: A2aCall): Promise<{ configs: Configuration[]; nextPageToken: string }> {
  const found = await configOf(await getTask(named(sent).taskId, call), call);
  return { configs: found ? [found] : [], nextPageToken: '' };
}

/** Deleting what does not exist has no effect. */
export async function deleteConfig(sent: unknown, call: A2aCall): Promise<object> {
  const { taskId, id } = named(sent);
  const task = await getTask(taskId, call);
  const found = await configOf(task, call);
  if (found && found.id === id) await perform('deleteWake', { spaceId: task.contextId }, call);
  return {};
}

/** In 0.3, `id` is that of the task. */
function named(sent: unknown): { taskId: string; id: string | undefined } {
  const { taskId, id, pushNotificationConfigId } = parameters(shapes.config, sent);
  return taskId ? { taskId, id: id ?? undefined } : { taskId: id ?? '', id: pushNotificationConfigId ?? undefined };
}

async function configOf({ id: taskId, contextId: spaceId, ...task }: Task, call: A2aCall): Promise<Configuration | undefined> {
  if (!isMembership(task)) return undefined;
  const found = await lookUp('getWake', { spaceId }, call).catch((error: unknown) => {
    if (!(error instanceof ServiceError && error.code === 'wake_not_found')) throw error;
  });
  if (!found?.a2a) return undefined;
  const { id = taskId, scheme } = found.a2a;
  return { id, taskId, url: found.url, ...(scheme !== undefined && { authentication: { scheme } }) };
}

const isMembership = ({ status }: Pick<Task, 'status'>): boolean =>
  !isTerminal(status.state) && status.state !== 'TASK_STATE_AUTH_REQUIRED';

function gone(): never {
  throw new ServiceError('wake_not_found', 'The task has no such push notification configuration');
}

export const legacyConfig = ({ id, taskId, url, authentication }: Configuration): object => ({
  taskId,
  pushNotificationConfig: { id, url, ...(authentication && { authentication: { schemes: [authentication.scheme] } }) },
});

/**
 * Sends a message with the configuration that comes with it: a member's is set before, so that nothing is sent if it is refused. That
 * of a new member can only be set after, but is checked before, because the answer contains the member's key.
 */
export async function sendConfigured({ message, configuration }: SendRequest, call: A2aCall): Promise<SendOutcome> {
  const { taskPushNotificationConfig: newest, pushNotificationConfig: oldest } = configuration ?? {};
  const config = newest ?? oldest;
  if (!config) return send(message, call);
  const wish = wishOf(config, newest ? '1.0' : '0.3');
  const spaceId = call.metadata.credential && (await spaceOf(message, call));
  const isMember =
    spaceId !== undefined && (await call.service.pipeline.holderOf(spaceId, call.metadata)).holder.kind === 'participant';
  if (isMember) await perform('putWake', { spaceId, ...wish }, call);
  else {
    const { url, a2a } = call.service.contract.putWake.input.shape;
    await assertCallable(parameters(z.object({ url: url.unwrap(), a2a }), wish).url, call.service.destinations);
  }
  const outcome = await send(message, call);
  const { sent, call: mine } = outcome;
  if (!isMember && 'task' in sent && isMembership(sent.task))
    await perform('putWake', { spaceId: sent.task.contextId, ...wish }, mine);
  return outcome;
}
