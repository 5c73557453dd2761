import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Issuer {
  url: string;
  stop(): void;
}

/** An identity provider whose keys sign nothing. It reports at `/asked` how often they were fetched. */
export async function startIssuer(): Promise<Issuer> {
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url === '/jwks') asked += 1;
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/jwks` },
      '/jwks': { keys: [] },
      '/asked': { asked },
    };
    const document = documents[request.url!];
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
