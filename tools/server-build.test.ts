import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, runCommand } from './run-command.ts';
import { buildServerWhenNeeded } from './server-build.ts';

describe('the server in few files', () => {
  test('is built once for each version of the sources', async () => {
    const folder = await buildServerWhenNeeded(() => undefined);
    const said: string[] = [];
    expect(await buildServerWhenNeeded((text) => said.push(text))).toBe(folder);
    expect(said).toEqual([]);
  });

  test('a fault names the line of the source', async () => {
    await buildServerWhenNeeded(() => undefined);
    const fault = `
      import { loadServer } from './tools/load-server.ts';
      const { runCommand } = await loadServer('command-line');
      await runCommand(null);`;
    const { code, output } = await runCommand(['node', '--input-type=module', '--eval', fault]);
    const source = await readFile(path.join(root, 'server/command-line/rowhouse.ts'), 'utf8');
    const line = 1 + source.split('\n').findIndex((text) => text.includes('...rest] = words'));
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(`at runCommand \\(file:///.*/server/command-line/rowhouse\\.ts:${line}:\\d+\\)`),
    );
  });

  test('its commands say what they are for', async () => {
    const { code, output } = await runCommand(['node', 'tools/rowhouse.ts', 'backup', '--help']);
    expect(code).toBe(0);
    expect(output).toContain('npm run rowhouse -- backup');
  });
});
