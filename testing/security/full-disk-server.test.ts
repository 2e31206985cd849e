// The disk of a PostgreSQL server is really full: the same refusal as on the embedded database, and the same recovery.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnServer } from '../fault.ts';
import type { SpawnedServer } from '../fault.ts';
import { signIn } from '../http-client.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { canMount, mountSmallDisk } from '../small-disk.ts';
import { fillGuarded } from './guarded-server.ts';
import { createPaperSaver } from './paper-saver.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

describe.skipIf(!(await canMount()))(
  'on a disk of its own, which only a superuser of Linux can mount,',
  () => {
    let server: SpawnedServer;
    let disk: Awaited<ReturnType<typeof mountSmallDisk>>;
    let url: string;

    beforeAll(async () => {
      disk = await mountSmallDisk(300);
      cleanUps.push(() => disk.unmount());
      const postgres = await startTestPostgres({ directory: path.join(disk.folder, 'postgres') });
      cleanUps.push(() => postgres.stop());
      ({ url } = await createTestDatabase(postgres.adminUrl));
    });

    test('a save is refused with a sentence, and goes through when there is room again', async () => {
      const database = await openMigratedDatabase(url);
      cleanUps.push(() => database.close());
      const papers = createPaperSaver((await fillGuarded(database)).north);
      const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-beside-full-'));
      cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
      server = await spawnServer({
        env: {
          DATABASE_URL: url,
          DATA_DIR: dataDir,
          SECRET: 'the secret of a full disk, long enough',
          DEMO: 'off',
        },
      });
      cleanUps.push(() => server.kill9());
      await server.waitReady();
      const client = await signIn(server.url, {
        email: 'mia@example.com',
        password: 'correct horse',
        tenant: 'north',
      });
      await papers.save(client);
      await disk.fill();
      for (let time = 0; time < 2; time += 1)
        expect(await papers.saveUntilRefused(client)).toBe(
          'The database has no room left on its disk. Nothing was saved. Please tell whoever runs this server.',
        );
      expect(await client.ask('{ findNotifications(data: {}) { notifications { id } } }')).toBeDefined();
      await disk.free();
      await papers.save(client);
      await papers.expectWhole(database);
      expect(await server.stop()).toBe(0);
    });
  },
);
