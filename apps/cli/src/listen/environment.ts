import type { DeliveryView } from '@parley/sdk';
import { Failure } from '../failure.ts';

/** What programs need to run. A `*` stands for the end of a name. */
const everywhere = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'LC_*', 'TZ', 'TERM', 'NO_COLOR', 'TMPDIR'],
  ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...[
    'SYSTEMROOT',
    'SYSTEMDRIVE',
    'WINDIR',
    'COMSPEC',
    'PATHEXT',
    'TEMP',
    'TMP',
    'USERPROFILE',
    'USERNAME',
    'APPDATA',
    'LOCALAPPDATA',
  ],
];

/**
 * The environment of every command: the variables on the list, and those that `--env` adds as `NAME`, `PREFIX*` or `NAME=value`.
 * Variables of Parley are never passed on, because they can hold a key.
 */
export function scrubbed(env: NodeJS.ProcessEnv, wanted: readonly string[], added: readonly string[]): NodeJS.ProcessEnv {
  const patterns = [...everywhere, ...wanted, ...added.filter((each) => !each.includes('='))];
  const passed = Object.entries(env).filter(
    ([name]) => !isOwn(name) && patterns.some((pattern) => fits(pattern.toUpperCase(), name.toUpperCase())),
  );
  const set = added
    .filter((each) => each.includes('='))
    .map((each) => /^([^=]*)=(.*)$/s.exec(each)!.slice(1) as [string, string]);
  return Object.fromEntries([...passed, ...set]);
}

/** Checks a value of `--env`. */
export function variable(text: string): string {
  const [name = ''] = text.split('=', 1);
  if (!/^[A-Za-z_]\w*\*?$/.test(name) || (name.endsWith('*') && text.includes('='))) {
    throw new Failure('usage', `“${text}” is not a variable`, 'use NAME, PREFIX* or NAME=value');
  }
  if (isOwn(name))
    throw new Failure('usage', `${name} is not passed on`, 'the command gets PARLEY_SPACE, PARLEY_DELIVERY and others');
  return text;
}

const isOwn = (name: string): boolean => name.toUpperCase().startsWith('PARLEY_');
const fits = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** What a command learns of its delivery. Ids and words of the server only: texts of others are in the envelope. */
const variables = {
  PARLEY_SPACE: (spaceId: string) => spaceId,
  PARLEY_DELIVERY: (_: string, { deliveryId }: DeliveryView) => deliveryId,
  PARLEY_MESSAGE: (_: string, { messageId }: DeliveryView) => messageId,
  PARLEY_SENDER: (_: string, { senderId }: DeliveryView) => senderId,
  PARLEY_EXPECTS: (_: string, { expects }: DeliveryView) => expects,
  PARLEY_ATTEMPT: (_: string, { attempt }: DeliveryView) => String(attempt),
};

export const deliveryVariableNames = Object.keys(variables);

export const deliveryVariables = (spaceId: string, delivery: DeliveryView): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, of]) => [name, of(spaceId, delivery)]));
