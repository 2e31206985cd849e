// npm run build: what npm start would build, and nothing is started.
import { buildClientWhenNeeded } from './client-build.ts';
import { buildServerWhenNeeded } from './server-build.ts';

const say = (text: string) => void process.stdout.write(text);
await buildClientWhenNeeded(say);
await buildServerWhenNeeded(say);
