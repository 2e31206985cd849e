// Loaded before the entry of a script, and plain JavaScript: an older Node cannot read the TypeScript that follows.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Rowhouse runs on Node 24 or newer; this is Node ${process.versions.node} on ${process.platform} ${process.arch}. ` +
      'npm ci brings Node 24 along on Linux (x64 and arm64); elsewhere install it from https://nodejs.org and try again.',
  );
  process.exit(1);
}
