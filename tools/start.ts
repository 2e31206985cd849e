// npm start: the client when it is not built from what stands here, then the server in this process.
import { buildClientWhenNeeded } from './client-build.ts';

if (!process.argv.includes('--no-build')) await buildClientWhenNeeded((text) => process.stderr.write(text));
const { main } = await import('@rowhouse/server/main.ts');
await main();
