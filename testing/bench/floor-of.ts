import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers every request with what is read, and does nothing else. */
export async function floorOf(read: () => Promise<unknown>) {
  const answer = async (response: ServerResponse) => {
    const text = JSON.stringify(await read());
    response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
    response.end(text);
  };
  const server = createServer((_request, response) => void answer(response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
