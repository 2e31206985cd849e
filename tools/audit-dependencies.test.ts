import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { auditDependencies } from './audit-dependencies.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** Knows of one advisory against every version of a package that the server needs. */
async function startRegistry(answer: { status: number; severity?: string }): Promise<string> {
  server = createServer((request, response) => {
    const isBulk = request.url === '/-/npm/v1/security/advisories/bulk';
    response.writeHead(isBulk ? answer.status : 404, { 'content-type': 'application/json' });
    const advisory = {
      id: 1,
      url: 'https://github.com/advisories/GHSA-0000-0000-0000',
      title: 'It listens to strangers',
      severity: answer.severity,
      vulnerable_versions: '>=0.0.0',
    };
    response.end(JSON.stringify(isBulk && answer.severity !== undefined ? { pino: [advisory] } : {}));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function audit(answer: { status: number; severity?: string }) {
  const words: string[] = [];
  const registry = await startRegistry(answer);
  // npm remembers advisories by their number.
  const cache = await mkdtemp(path.join(tmpdir(), 'rowhouse-npm-'));
  const passed = await auditDependencies((text) => words.push(text), { registry, cache });
  await rm(cache, { recursive: true });
  return { passed, said: words.join('') };
}

test('a package that is known to be unsafe is named, and nothing passes with it', async () => {
  const { passed, said } = await audit({ status: 200, severity: 'high' });
  expect(said).toBe(
    'pino, high: It listens to strangers https://github.com/advisories/GHSA-0000-0000-0000\n',
  );
  expect(passed).toBe(false);
});

test('what is of little weight is said, and passes', async () => {
  const { passed, said } = await audit({ status: 200, severity: 'moderate' });
  expect(said).toMatch(/^Passed over: pino, moderate/);
  expect(passed).toBe(true);
});

test('a registry that knows of nothing passes without a word', async () => {
  expect(await audit({ status: 200 })).toEqual({ passed: true, said: '' });
});

test('a registry that does not answer holds nobody up, and it is said', async () => {
  const { passed, said } = await audit({ status: 405 });
  expect(said).toMatch(/^The registry was not asked: 405/);
  expect(passed).toBe(true);
});
