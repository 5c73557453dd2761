import type { AddressInfo } from 'node:net';

export interface TestMail {
  to: string[];
  /** The raw mail, including headers. */
  source: string;
}

export interface TestMailServer {
  url: string;
  mails: TestMail[];
  stop(): Promise<void>;
}

/** A mail server that keeps all mail. */
export async function startMailServer(): Promise<TestMailServer> {
  const { SMTPServer } = await import('smtp-server');
  const mails: TestMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      let source = '';
      stream.on('data', (chunk: Buffer) => (source += chunk.toString()));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => new Promise((resolve) => server.close(resolve)) };
}
