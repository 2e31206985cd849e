import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const secret = 'what nobody may read';
const names = ['password', 'token', 'serviceToken', 'backend_jwt', 'authorization', 'cookie'];

const written = (write: (log: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
};

test.each(names)('a %s is left out of the log, in a line and in what a line carries', (name) => {
  const text = written((log) => {
    log.info({ [name]: secret }, 'said');
    log.warn({ session: { [name]: secret, email: 'maya@example.com' } }, 'said');
    log.error({ err: Object.assign(new Error('failed'), { [name]: secret }) }, 'said');
  });
  expect(text).not.toContain(secret);
  expect(text.split('[redacted]').length - 1).toBe(3);
  expect(text).toContain('maya@example.com');
});

test('whatever stands in it, what is logged is one line of JSON', () => {
  const hostile = 'a\nb\r\n{"level":30,"msg":"forged"}\u2028"\\';
  const text = written((log) => log.warn({ name: hostile }, hostile));
  expect(text.split('\n')).toEqual([expect.anything(), '']);
  expect(JSON.parse(text)).toMatchObject({ level: 40, name: hostile, msg: hostile });
});

test.each(['authorization', 'backend_jwt', 'cookie'])('the header %s of a request is left out', (name) => {
  const text = written((log) =>
    log.info({ req: { headers: { [name]: secret, host: 'rows.example' } } }, 'said'),
  );
  expect(text).not.toContain(secret);
  expect(text).toContain('rows.example');
});
