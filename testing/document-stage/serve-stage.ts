import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readByteRange } from '@rowhouse/server/platform/byte-range.ts';
import { registerClientPages, setSecurityHeaders } from '@rowhouse/server/platform/client-pages.ts';
import fastify from 'fastify';
import { build } from 'vite';

export type DocumentStage = {
  readonly url: string;
  /** The files that can be shown, by their names. */
  readonly files: Map<string, Buffer>;
  /** Of files, since it was set to 0. */
  bytesSent: number;
  /** Ends the links that were given so far. */
  readonly endLinks: () => void;
  readonly linksGiven: () => number;
  readonly close: () => Promise<void>;
};

/** The viewer built like the client, with the headers and the policy of the server, and files by links and ranges. */
export async function serveDocumentStage(): Promise<DocumentStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-stage-'));
  await build({
    configFile: path.join(import.meta.dirname, '../../client/vite.config.ts'),
    root: import.meta.dirname,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  const app = fastify();
  let links = 0;
  let firstValid = 1;
  const stage = {
    files: new Map<string, Buffer>(),
    bytesSent: 0,
    endLinks: () => {
      firstValid = links + 1;
    },
    linksGiven: () => links,
  };
  app.addHook('onRequest', async (_request, reply) => setSecurityHeaders(reply, false));
  app.get<{ Querystring: { name: string } }>('/files/link', (request, reply) => {
    links += 1;
    return reply.type('text/plain').send(`/files/${links}/${encodeURIComponent(request.query.name)}`);
  });
  app.get<{ Params: { link: string; name: string } }>('/files/:link/:name', (request, reply) => {
    const content = stage.files.get(request.params.name);
    if (content === undefined || Number(request.params.link) < firstValid) return reply.code(404).send();
    const range = readByteRange(request.headers.range, content.length);
    if (range === 'unsatisfiable') return reply.code(416).send();
    const part = range === null ? content : content.subarray(range.first, range.last + 1);
    stage.bytesSent += part.length;
    if (range !== null)
      void reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${content.length}`);
    return reply
      .header('etag', `"${request.params.name}"`)
      .header('content-disposition', 'attachment')
      .type('application/octet-stream')
      .send(part);
  });
  registerClientPages(app, { dist: folder });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return Object.assign(stage, {
    url,
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}
