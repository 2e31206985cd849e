// The peer: PostGraphile with its filters over the floor's table, out of the folder where it was installed. It answers for whoever
// asks, and audits nothing. Its own defaults but for the log, the pool and the plan of a request, which the floor has too.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What of it is called here; it is no dependency of ours, and need not be there. */
type Parts = {
  postgraphile: { postgraphile(preset: object): { createServ(grafserv: unknown): Serv } };
  presets: { PostGraphileAmberPreset: object };
  filters: { PostGraphileConnectionFilterPreset: object };
  adaptor: { makePgService(options: object): object };
  node: { grafserv: unknown };
};
type Serv = { addTo(server: ReturnType<typeof createServer>): Promise<void> };

const [folder = '.'] = process.argv.slice(2);
const require = createRequire(path.resolve(folder, 'package.json'));
const parts: Parts = {
  postgraphile: require('postgraphile') as Parts['postgraphile'],
  presets: require('postgraphile/presets/amber') as Parts['presets'],
  filters: require('postgraphile-plugin-connection-filter') as Parts['filters'],
  adaptor: require('postgraphile/adaptors/pg') as Parts['adaptor'],
  node: require('postgraphile/grafserv/node') as Parts['node'],
};

const server = createServer();
const preset = {
  extends: [parts.presets.PostGraphileAmberPreset, parts.filters.PostGraphileConnectionFilterPreset],
  pgServices: [
    parts.adaptor.makePgService({
      connectionString: process.env['DATABASE_URL'],
      schemas: ['peer'],
      poolConfig: { max: 10, options: '-c jit=off' },
    }),
  ],
  grafserv: { watch: false, graphiql: false },
  grafast: { explain: false },
};
await parts.postgraphile.postgraphile(preset).createServ(parts.node.grafserv).addTo(server);
// Between two lines it is not asked for longer than the usual five seconds.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (typeof address === 'object' && address !== null) console.log(`peer ${address.port}`);
