// npm run rowhouse -- <command>: the command line of the server, from what was built of the sources that stand here.
import { loadServer } from './load-server.ts';

const { main } = await loadServer('command-line');
await main();
