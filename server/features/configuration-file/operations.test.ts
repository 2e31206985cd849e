// What a company has set up goes out as a file, through HTTP on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type File = { fileName: string; text: string; parts: { part: string; count: number }[] };
const exportOf = async (who: Credentials) => {
  const { data, errors } = await server.ask(
    '{ exportConfiguration { fileName text parts { part count } } }',
    who,
  );
  expect(errors).toBeUndefined();
  return data?.['exportConfiguration'] as File;
};

test('the same configuration is the same bytes, without people, ids and the other company', async () => {
  const ana = await server.enter('ana', server.north);
  const first = await exportOf(ana);
  const again = await exportOf(ana);
  expect(again.text).toBe(first.text);
  const people = await server.query('select email, first_name, last_name from app_user');
  for (const { email } of people) expect(first.text).not.toContain(String(email));
  expect(first.text).not.toMatch(/"(id|tenantId|version)": \d+,?\n\s+"(id|name)"/);
  const other = await exportOf(await server.enter('ana', server.south));
  expect(other.text).not.toBe(first.text);
});
