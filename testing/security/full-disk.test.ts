// A disk that is really full, under the embedded database: what cannot be saved is refused with a sentence, nothing of it stands
// half, and when there is room again the same process goes on.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyEmbeddedDatabase, openEmbeddedDatabase } from '../embedded-folder.ts';
import { spawnServer } from '../fault.ts';
import type { SpawnedServer } from '../fault.ts';
import { signIn } from '../http-client.ts';
import type { HttpClient } from '../http-client.ts';
import { canMount, mountSmallDisk } from '../small-disk.ts';
import type { SmallDisk } from '../small-disk.ts';
import { serveTestDatabase } from '../test-server.ts';
import { waitFor } from '../wait-for.ts';
import { fillGuarded } from './guarded-server.ts';
import type { GuardedTenant } from './guarded-world.ts';
import { createPaperSaver } from './paper-saver.ts';
import type { PaperSaver } from './paper-saver.ts';

const noRoomForRecords =
  'The database has no room left on its disk. Nothing was saved. Please tell whoever runs this server.';
const noRoomForFiles =
  'The file storage has no room left. The file was not kept. Please tell whoever runs this server.';
const mia = { email: 'mia@example.com', password: 'correct horse', tenant: 'north' };

describe.skipIf(!(await canMount()))(
  'on a disk of its own, which only a superuser of Linux can mount,',
  () => {
    let disk: SmallDisk;
    let folder: string;
    let north: GuardedTenant;
    let server: SpawnedServer | undefined;
    let papers: PaperSaver;

    beforeAll(async () => {
      disk = await mountSmallDisk(250);
      folder = path.join(disk.folder, 'data');
      await copyEmbeddedDatabase(folder);
      const { database, close } = await openEmbeddedDatabase(folder);
      ({ north } = await fillGuarded(database));
      papers = createPaperSaver(north);
      await close();
    });
    afterAll(async () => {
      await server?.kill9();
      await disk?.unmount();
    });

    const start = (): Promise<SpawnedServer> =>
      spawnServer({
        env: {
          DATA_DIR: folder,
          DATABASE_URL: '',
          SECRET: 'the secret of a full disk, long enough',
          DEMO: 'off',
        },
      });

    async function upload(url: string, client: HttpClient, bytes: number): Promise<string> {
      const query = 'mutation ($data: UploadFileInput!) { uploadFile(data: $data) { sizeBytes } }';
      const data = {
        recordTypeId: north.types.papers,
        recordAdditionalFieldByTypeId: north.seen.attachment.id,
        file: null,
      };
      const body = new FormData();
      body.append('operations', JSON.stringify({ query, variables: { data } }));
      body.append('map', '{"0": ["variables.data.file"]}');
      body.append('0', new Blob(['%PDF-1.7\n', new Uint8Array(bytes)]), 'New.pdf');
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers: client.headers, body });
      const { errors } = (await response.json()) as { errors?: { message: string }[] };
      return errors?.[0]?.message ?? 'kept';
    }

    test('a save and a file are refused with a sentence, and go through when there is room again', async () => {
      server = await start();
      await server.waitReady();
      const { url } = server;
      const client = await signIn(url, mia);
      await papers.save(client);
      expect(await upload(url, client, 1000)).toBe('kept');
      await disk.fill();
      expect(await upload(url, client, 100_000)).toBe(noRoomForFiles);
      expect(await papers.saveUntilRefused(client)).toBe(noRoomForRecords);
      expect(await papers.saveUntilRefused(client)).toBe(noRoomForRecords);
      // Whoever reads is not stopped.
      expect(await client.ask(`{ findNotifications(data: {}) { notifications { id } } }`)).toBeDefined();
      expect(server.output()).toContain('No space left on device');
      await disk.free();
      await papers.save(client);
      expect(await upload(url, client, 100_000)).toBe('kept');
      expect(await server.stop()).toBe(0);
      const { database, close } = await openEmbeddedDatabase(folder);
      await papers.expectWhole(database);
      await close();
      const files = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true });
      expect(files.filter((file) => file.isFile())).toHaveLength(2);
    });

    test('a start ends in one sentence, and harms nothing', async () => {
      await disk.fill();
      const refused = await start();
      expect(await refused.ended).toBe(1);
      expect(refused.output().trim()).toBe(
        `There is no room for the data folder ${folder}. Make room on its disk, or name another one in DATA_DIR.`,
      );
      await disk.free();
      const { database, close } = await openEmbeddedDatabase(folder);
      await papers.expectWhole(database);
      await close();
    });

    test('a database that cannot write its log any more is opened again by the same process', async () => {
      const { database, close } = await openEmbeddedDatabase(folder);
      const served = await serveTestDatabase({ database, url: '', close });
      const url = await served.app.listen({ port: 0, host: '127.0.0.1' });
      const client = await signIn(url, mia);
      await papers.save(client);
      await disk.fill();
      const fillLog = `select pg_logical_emit_message(false, 'full', repeat('x', 1000000))`;
      const logUntilFull = async (): Promise<never> => {
        for (;;) await served.query(fillLog);
      };
      await expect(logUntilFull()).rejects.toThrow(/pg_wal.*No space left on device/);
      // Its last words were to somebody else: now it can be opened again, or not before there is room.
      expect(await papers.save(client).catch((error: Error) => error.message)).toSatisfy(
        (refusal) =>
          refusal === undefined || /^The database (has no room left|is out of reach)/.test(refusal),
      );
      await disk.free();
      await waitFor(() => papers.save(client));
      await papers.expectWhole(database);
      await served.close();
      const again = await openEmbeddedDatabase(folder);
      await papers.expectWhole(again.database);
      await again.close();
    });
  },
);
