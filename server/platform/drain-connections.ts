import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A connection that has just had its answer may have its next question on the way. */
const lingerMs = 250;
/** Whoever reads an answer more slowly than this is cut after all. */
const longestMs = 15_000;
const lookEachMs = 10;

type Open = {
  /** Questions that have no whole answer yet. */
  answers: number;
  /** How often in a row it was looked at and nothing was asked on it. */
  quietLooks: number;
};

/**
 * Knows what each connection of the server is still owed. Node counts a connection as idle when its answer was handed
 * over, though most of it may wait in memory for the network: closed then, the answer is cut in the middle.
 */
export function trackConnections(server: Server) {
  const connections = new Map<Socket, Open>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answers: 0, quietLooks: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = connections.get(socket);
    if (open === undefined) return;
    open.answers += 1;
    open.quietLooks = 0;
    response.once('close', () => {
      open.answers -= 1;
      open.quietLooks = 0;
    });
  });
  // A socket of its own protocol is closed by those who speak it.
  server.on('upgrade', ({ socket }: IncomingMessage) => connections.delete(socket));

  return {
    /** Takes no new connection. */
    stopListening(): void {
      // The close of an HTTP server would end what it takes for idle at once.
      NetServer.prototype.close.call(server);
    },

    /** Answers what was asked on the connections that are open, and ends each when it is owed nothing. */
    async drain(): Promise<void> {
      for (const open of connections.values()) open.quietLooks = 0;
      const began = Date.now();
      while (connections.size > 0 && Date.now() - began < longestMs) {
        for (const [socket, open] of connections) {
          const isOwed = open.answers > 0 || socket.writableLength > 0;
          // Counted in looks: between two of them what has arrived is read. By the clock alone a process that was held up
          // would end a connection whose question lies unread.
          open.quietLooks = isOwed ? 0 : open.quietLooks + 1;
          if (open.quietLooks > lingerMs / lookEachMs) socket.destroySoon();
        }
        await wait(lookEachMs);
      }
    },
  };
}
