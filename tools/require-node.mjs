// Loaded before the entry of a script, and plain JavaScript: an older Node cannot read the TypeScript that follows.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Rowhouse runs on Node 24 or newer; this is Node ${process.versions.node} on ${process.platform} ${process.arch}. ` +
      'npm ci brings Node 24 along on Linux (x64 and arm64); elsewhere install it from https://nodejs.org and try again.',
  );
  process.exit(1);
}

// What was compiled once is read again by the next start; where the folder cannot be written nothing is kept.
module.enableCompileCache(
  process.env.NODE_COMPILE_CACHE ??
    fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
);
