// npm start: client and server are built when they are not built from what stands here, and the server runs in this
// process. --no-client leaves the client as it is; --no-build builds nothing, and runs the server from its sources.
import { buildClientWhenNeeded } from './client-build.ts';
import { loadServer } from './load-server.ts';

const asked = new Set(process.argv.slice(2));
const fromSources = asked.has('--no-build');
if (!fromSources && !asked.has('--no-client'))
  await buildClientWhenNeeded((text) => process.stderr.write(text));
const { main } = await loadServer('server', { fromSources });
await main();
