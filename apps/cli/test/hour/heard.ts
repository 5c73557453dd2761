const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';

/** A directed message, as a model was told of it. */
export interface Heard {
  messageId: string;
  deliveryId: string;
  expects: string;
  /** Its text, and the lines that describe its files. */
  text: string;
}

/** The messages that hooks have claimed for the model. */
export function messagesIn(told: string): Heard[] {
  const line = new RegExp(`^#\\d+ .*, id: (${uuid}),.* deliveryId: (${uuid}), expects: (\\w+).*\\n([^]*?)^END `, 'gm');
  return [...told.matchAll(line)].map(([, messageId, deliveryId, expects, text]) => heard(messageId, deliveryId, expects, text));
}

/** The claimed deliveries that a catch-up shows. */
export function claimedIn(told: string): Heard[] {
  const line = new RegExp(
    `^ *- deliveryId: (${uuid}), state: claimed.*\\n *message:\\n *#\\d+ .*, id: (${uuid})(.*)\\n([^]*?)^END `,
    'gm',
  );
  return [...told.matchAll(line)].map(([, deliveryId, messageId, rest, text]) =>
    heard(messageId, deliveryId, /expects: (\w+)/.exec(rest!)?.[1] ?? 'reply', text),
  );
}

const heard = (messageId = '', deliveryId = '', expects = '', text = ''): Heard => ({ messageId, deliveryId, expects, text });

/** The ids of all messages that are shown, in whatever form. */
export const shownIn = (told: string): string[] =>
  [...told.matchAll(new RegExp(`^ *-? *#\\d+ .*?, id: (${uuid})`, 'gm'))].map(([, id]) => id!);

/** What a list or a catch-up shows of tasks. */
export const tasksIn = (told: string): { taskId: string; state: string }[] =>
  [...told.matchAll(new RegExp(`"?taskId"?: ?"?(${uuid})"?.*?"?state"?: ?"?(\\w+)`, 'g'))].map(([, taskId, state]) => ({
    taskId: taskId!,
    state: state!,
  }));

/** What the hooks printed at the start of a session, without the words of the user around it; empty if they printed nothing. */
export function catchUpIn(told: string, prompt: string): string {
  const [, text = ''] = /(^(?:Each text between the lines BEGIN|Values in quotes are from participants)[^]*)/m.exec(told) ?? [];
  return text.split(prompt)[0]!;
}
