import type { Logger } from 'pino';
import type { Config } from '../config.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

const timeoutMs = 10_000;

/** Sends mail with the configured server. Without one, development logs the mail, and other modes have no mail. */
export function mailer(config: Config, log: Logger): SendMail | undefined {
  const { PARLEY_SMTP_URL: url, PARLEY_MAIL_FROM: from, NODE_ENV: mode } = config;
  if (url === undefined) {
    return mode === 'development'
      ? async (mail) => log.info({ mail }, 'mail logged instead of sent: PARLEY_SMTP_URL is not set')
      : undefined;
  }
  return async (mail) => {
    await (await transport(url)).sendMail({ from, ...mail });
  };
}

/** Connects to a mail server and signs in, without sending anything. */
export async function tryMailServer(url: string): Promise<void> {
  await (await transport(url)).verify();
}

async function transport(url: string) {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  return createTransport({ url, ...timeouts });
}
