import { randomUUID } from 'node:crypto';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { expect } from 'vitest';
import type { HttpClient } from '../http-client.ts';
import type { GuardedTenant } from './guarded-world.ts';

/** Saves new records of the guarded world, and knows which of them were acknowledged. */
export function createPaperSaver(north: GuardedTenant) {
  const saved = new Set<string>();

  async function save(client: HttpClient): Promise<void> {
    const key = randomUUID();
    await client.ask('mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }', {
      data: {
        recordType: north.types.papers,
        recordNumber: 9000,
        statusId: north.statuses.open,
        problemCodeId: north.problemCodes.late,
        description: key.padEnd(480, '.'),
        issuedByCompanyName: 'Maker',
        issuedToCompanyName: 'Taker',
        poNumber: 1,
        recordDate: '2026-01-01',
        additionalFields: [{ recordAdditionalFieldByTypeId: north.seen.string.id, value: key }],
        idempotencyKey: key,
      },
    });
    saved.add(key);
  }

  return {
    save,
    /** As often as it is let; what the refusal says. The last pages that were begun still take some. */
    async saveUntilRefused(client: HttpClient): Promise<string> {
      for (;;) {
        const refusal = await save(client).catch((error: Error) => error.message);
        if (refusal !== undefined) return refusal;
      }
    },
    /** Each acknowledged record with its one entry of the audit log, and none besides. */
    async expectWhole(database: Database): Promise<void> {
      const { rows } = await database.asOwnerOfAll((connection) =>
        connection.query(
          `select k.key, (select count(*)::int from audit_log a where a.entity = 'record' and a.entity_id = r.id) as audited
           from record_${north.bucket} r left join idempotency_key k on k.record_id = r.id where r.record_number = 9000`,
        ),
      );
      expect(new Set(rows.map(({ key }) => key))).toEqual(saved);
      expect(new Set(rows.map(({ audited }) => audited))).toEqual(new Set([1]));
    },
  };
}
export type PaperSaver = ReturnType<typeof createPaperSaver>;
