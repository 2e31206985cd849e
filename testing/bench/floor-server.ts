// The floor: a plain node:http server that reads the same records with `pg`, stringifies them, and asks nobody whether
// that is allowed. It is what the figures are ratios to.
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import pg from 'pg';

type Ask = { where: string; values: unknown[]; order: string; limit: number; offset: number; total: boolean };
type Change = { id: number; value: number };

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, options: '-c jit=off' });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Ask | Change;
    void answerTo(body, response);
  });
});

async function answerTo(body: Ask | Change, response: ServerResponse): Promise<void> {
  try {
    const text = JSON.stringify('id' in body ? await change(body) : await read(body));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  } catch (error) {
    response.writeHead(500);
    response.end(String(error));
  }
}

async function read({ where, values, order, limit, offset, total }: Ask) {
  const [page, count] = await Promise.all([
    pool.query(
      `select * from plain_record where ${where} order by ${order} limit ${limit} offset ${offset}`,
      values,
    ),
    total ? pool.query<{ count: string }>(`select count(*) from plain_record where ${where}`, values) : null,
  ]);
  return { records: page.rows, total: count === null ? null : Number(count.rows[0]?.count) };
}

async function change({ id, value }: Change) {
  const { rows } = await pool.query(
    'update plain_record set n8 = $1, version = version + 1, updated_at = now() where id = $2 returning *',
    [value, id],
  );
  return rows[0] as unknown;
}

// Between two lines it is not asked for longer than the usual five seconds.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`floor ${address.port}`);
});
