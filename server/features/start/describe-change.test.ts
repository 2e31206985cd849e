import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { recordTypeId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

const field = { name: 'Scan', dataType: 'attachment', base: null, stored: new Map() };
const grid = {
  type: { id: 3, name: 'Orders' },
  fields: new Map([['f9', field]]),
} as unknown as AuthorisedRecordType;
const config = { members: new Map() } as unknown as TenantConfig;

/** The change of one record in its field of files. */
const describe = (before: unknown, after: unknown) =>
  describeChange(
    {
      action: 'update',
      atMs: 0,
      userId: userId(2),
      recordTypeId: recordTypeId(3),
      recordIds: [],
      fields: [{ key: 'f9', before, after }],
    },
    grid,
    new Map(),
    config,
  ).fields[0];

const kept = (name: string) => JSON.stringify({ id: 1, name, sizeBytes: 9 });

test('files are told by their names', () => {
  expect(describe(null, kept('Signed.pdf'))).toMatchObject({
    before: null,
    after: 'Signed.pdf',
    isOne: true,
  });
  expect(describe(kept('A.pdf'), kept('B.pdf'))).toMatchObject({ before: 'A.pdf', after: 'B.pdf' });
});

test('what reads as nothing before and after is told without its values, and not as empty twice', () => {
  // A record file is kept as its number alone.
  expect(describe(4, 5)).toMatchObject({ before: null, after: null, isOne: false });
});
