// PostGraphile beside the floor, where `--peer` names the folder in which it is installed:
// `npm install postgraphile postgraphile-plugin-connection-filter` there, with whatever Node runs the bench.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { graphql } from './http-client.ts';

/** What is asked of it, in its words. */
export type PeerAsk = { readonly filter: object; readonly orderBy: readonly string[] };

type Asked = PeerAsk & { readonly limit: number; readonly offset: number };

export type Peer = {
  readonly url: string;
  /** The request of a page, for whoever sends it. */
  page(asked: Asked, total: boolean): { readonly query: string; readonly variables: object };
  ask(asked: Asked, total: boolean): Promise<{ ms: number; rows: number; total: number | null }>;
  /** Changes one field of a record. */
  change(id: number, value: number): Promise<{ ms: number }>;
  stop(): void;
};

const noHeaders = {};

export async function startPeer(folder: string, databaseUrl: string, database: Database): Promise<Peer> {
  // In a schema of its own it finds this table alone, and what it says of it is what the table has.
  await database.asOwnerOfAll(async (connection) => {
    await connection.query('create schema peer');
    await connection.query('create view peer.record as select * from plain_record');
    await connection.query(`comment on view peer.record is '@primaryKey id'`);
  });
  const child = spawn(process.execPath, [fileURLToPath(new URL('peer-server.ts', import.meta.url)), folder], {
    env: { ...process.env, DATABASE_URL: databaseUrl, GRAPHILE_ENV: 'production', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = `http://127.0.0.1:${line.split(' ')[1] ?? ''}`;
  const { data } = await graphql<{ made: { fields: { name: string; type: { kind: string } }[] } }>(
    url,
    '{ made: __type(name: "Record") { fields { name type { kind } } } }',
    {},
    noHeaders,
  );
  const columns = data.made.fields.flatMap(({ name }) => (name === 'id' ? [] : name)).join(' ');
  const page: Peer['page'] = ({ limit, offset, filter, orderBy }, total) => ({
    query: `query Page($filter: RecordFilter, $orderBy: [RecordOrderBy!], $limit: Int, $offset: Int) {
      allRecords(first: $limit, offset: $offset, filter: $filter, orderBy: $orderBy) { nodes { ${columns} } ${total ? 'totalCount' : ''} }
    }`,
    variables: { filter, orderBy, limit, offset },
  });
  return {
    url: `${url}/graphql`,
    page,
    async ask(asked, total) {
      const { query, variables } = page(asked, total);
      const answer = await graphql<{ allRecords: { nodes: unknown[]; totalCount?: number } }>(
        url,
        query,
        variables,
        noHeaders,
      );
      const { nodes, totalCount = null } = answer.data.allRecords;
      return { ms: answer.ms, rows: nodes.length, total: totalCount };
    },
    change: (id, value) =>
      graphql(
        url,
        `
          mutation ($id: BigInt!, $patch: RecordPatch!) {
            updateRecordByRowId(input: { rowId: $id, recordPatch: $patch }) {
              record {
                rowId
                n8
              }
            }
          }
        `,
        { id: String(id), patch: { n8: value } },
        noHeaders,
      ),
    stop: () => child.kill(),
  };
}
