// The embedded way, as a newcomer meets it: one command, no database, a killed process, and everything is there again.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnServer, type SpawnedServer } from './fault.ts';
import { findFreePort } from './free-port.ts';
import { type HttpClient, signIn } from './http-client.ts';

interface Step {
  name: string;
  run(): Promise<void>;
}

/** Each step counts as one test. A step that fails ends the walk, for the later ones stand on it. */
export async function runSmoke(say: (text: string) => void): Promise<{ passed: number; failed: number }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-smoke-'));
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    DATABASE_URL: '',
    // As a newcomer has it, who sets nothing.
    NODE_ENV: '',
  };
  let server: SpawnedServer | undefined;

  const start = async () => {
    server = await spawnServer({ env, withClient: true });
    await server.waitReady();
  };
  const url = () => server?.url ?? '';
  const changed: { id: number; description: string }[] = [];
  let account: DemoAccount | undefined;
  const steps: Step[] = [
    { name: 'starts on the embedded database', run: start },
    { name: 'says that it is alive', run: () => expectStatus(`${url()}/healthz`, 200) },
    { name: 'shows the client', run: () => expectText(url(), '<div id="root"') },
    {
      name: 'says who holds the folder to a second start',
      async run() {
        const second = await spawnServer({ env: { ...env, PORT: String(await findFreePort()) } });
        const code = await second.ended;
        const says = second.output();
        if (code === 0 || !says.includes(String(server?.pid)))
          throw new Error(`It ended with ${code} and said:\n${says}`);
      },
    },
    {
      name: 'lets in whom it names at its first start, and takes a change',
      async run() {
        account = readFirstAccount(server?.output() ?? '');
        changed.push(await changeSomeRecord(await signIn(url(), account)));
      },
    },
    {
      name: 'starts again after kill -9',
      async run() {
        await server?.kill9();
        await start();
      },
    },
    {
      name: 'has kept what it acknowledged',
      async run() {
        const client = await signIn(url(), account!);
        for (const { id, description } of changed) {
          const kept = await readDescription(client, id);
          if (kept !== description) throw new Error(`Record ${id} says "${kept}", not "${description}".`);
        }
      },
    },
    {
      name: 'stops when it is asked to',
      async run() {
        const code = await server?.stop();
        if (code !== 0) throw new Error(`It ended with ${code}:\n${server?.output()}`);
      },
    },
  ];

  let passed = 0;
  try {
    for (const { name, run } of steps) {
      try {
        await run();
        passed += 1;
      } catch (error) {
        say(
          `  The server, embedded, ${name}: failed.\n${error instanceof Error ? error.message : String(error)}\n`,
        );
        return { passed, failed: 1 };
      }
    }
    return { passed, failed: 0 };
  } finally {
    await server?.kill9();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface DemoAccount {
  email: string;
  password: string;
}

/** The first start of an empty folder ends with a line for each account of the demo. */
function readFirstAccount(output: string): DemoAccount {
  const [, email, password] = /^\s+(\S+@\S+)\s+(\S+)/m.exec(output) ?? [];
  if (!email || !password) throw new Error(`It names nobody who could sign in:\n${output}`);
  return { email, password };
}

async function changeSomeRecord(client: HttpClient): Promise<{ id: number; description: string }> {
  const { SaasMenu } = await client.ask<{ SaasMenu: MenuGroup[] }>(
    'query Menu { SaasMenu { appSections { menuItems { recordType { id } } } } }',
  );
  const types = SaasMenu.flatMap(({ appSections }) => appSections)
    .flatMap(({ menuItems }) => menuItems)
    .flatMap(({ recordType }) => recordType ?? []);
  for (const { id: recordTypeId } of types) {
    const { filterAndSortRecordHeader: page } = await client.ask<{ filterAndSortRecordHeader: RecordPage }>(
      `query Page($data: FilterAndSortInput!) {
        filterAndSortRecordHeader(data: $data, pagination: { offset: 0, limit: 1 }) { records { id version } }
      }`,
      { data: { recordTypeId } },
    );
    const [record] = page.records;
    if (!record) continue;
    const description = `kept through kill -9, ${randomUUID()}`;
    await client.ask(
      'mutation Update($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
      {
        data: { id: record.id, version: record.version, description },
      },
    );
    return { id: record.id, description };
  }
  throw new Error('The demo has no record.');
}

interface MenuGroup {
  appSections: { menuItems: { recordType: { id: number } | null }[] }[];
}

interface RecordPage {
  records: { id: number; version: number; description?: string | null }[];
}

async function readDescription(client: HttpClient, id: number): Promise<string | null | undefined> {
  const { findRecordHeader } = await client.ask<{ findRecordHeader: RecordPage }>(
    'query Find($data: FindRecordHeaderInput!) { findRecordHeader(data: $data) { records { description } } }',
    { data: { ids: [id] } },
  );
  return findRecordHeader.records[0]?.description;
}

async function expectStatus(url: string, status: number): Promise<void> {
  const response = await fetch(url);
  if (response.status !== status)
    throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
}

async function expectText(url: string, text: string): Promise<void> {
  const response = await fetch(url, { headers: { accept: 'text/html' } });
  const body = await response.text();
  if (!body.includes(text))
    throw new Error(`${url} answers ${response.status} without ${text}:\n${body.slice(0, 500)}`);
}

if (import.meta.main) {
  const { passed, failed } = await runSmoke((text) => process.stdout.write(text));
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
