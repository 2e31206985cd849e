import { once } from 'node:events';
import { createServer, get, Agent, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { trackConnections } from './drain-connections.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

async function serve(answer: RequestListener) {
  const server = createServer(answer);
  const connections = trackConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { server, connections, url: `http://127.0.0.1:${port}` };
}

async function ask(url: string, agent?: Agent): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  return response;
}

async function countBytes(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

test('an answer that is still being read comes whole', async () => {
  const whole = Buffer.alloc(40_000_000, 'x');
  const { connections, url } = await serve((_request, response) => response.end(whole));
  const readers = await Promise.all([ask(url), ask(url), ask(url)]);
  let isOver = false;
  connections.stopListening();
  const draining = connections.drain().then(() => (isOver = true));
  // None of them has read a byte of its body.
  expect(await Promise.all(readers.map(countBytes))).toEqual(readers.map(() => whole.length));
  expect(isOver).toBe(false);
  await draining;
});

test('whoever asks without a pause hears each answer, until no connection is taken any more', async () => {
  let isStopping = false;
  const { connections, url } = await serve((_request, response) => {
    if (isStopping) response.setHeader('connection', 'close');
    setTimeout(() => response.end('ok'), 2);
  });
  const failures: string[] = [];
  const heard = { answers: 0 };
  const clients = Array.from({ length: 10 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    cleanUps.push(() => agent.destroy());
    for (;;) {
      try {
        if ((await countBytes(await ask(url, agent))) === 2) heard.answers += 1;
      } catch (error) {
        failures.push((error as NodeJS.ErrnoException).code ?? String(error));
        return;
      }
    }
  });
  while (heard.answers < 200) await new Promise((resolve) => setTimeout(resolve, 5));
  isStopping = true;
  connections.stopListening();
  await connections.drain();
  await Promise.all(clients);
  // Refused before a word was sent: nothing that was asked stayed without its answer.
  expect(new Set(failures)).toEqual(new Set(['ECONNREFUSED']));
});

test('a question that arrived while the process was held up is answered', async () => {
  const { connections, url } = await serve((_request, response) => response.end('ok'));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  cleanUps.push(() => socket.destroy());
  const question = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  const ended = once(socket, 'close');
  socket.write(question);
  while (!heard.endsWith('ok')) await once(socket, 'data');
  connections.stopListening();
  const draining = connections.drain();
  // It goes at once, and lies unread for longer than a connection may be silent.
  socket.write(question);
  for (const until = Date.now() + 400; Date.now() < until;);
  await draining;
  await ended;
  expect(heard.split('200 OK').length - 1).toBe(2);
});

test('a connection that is open and silent is ended', async () => {
  const { connections, url } = await serve((_request, response) => response.end('ok'));
  const agent = new Agent({ keepAlive: true });
  cleanUps.push(() => agent.destroy());
  expect(await countBytes(await ask(url, agent))).toBe(2);
  connections.stopListening();
  await connections.drain();
  expect(Object.keys(agent.freeSockets)).toEqual([]);
});
