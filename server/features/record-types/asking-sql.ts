// What stands around a change of a record type: who waits for whom, what may be chosen, and how many records it is about.
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { isSlot } from '../../platform/record-store/slots.ts';
import type { StoredDesign, StoredDesignField } from './sql.ts';
import { onlyId } from './making-sql.ts';

/** Held to the end of the transaction: of two changes of a type at once the second sees what the first made of it. */
export const lockType = (tenant: TenantId, id: number): Statement => ({
  text: 'select id from record_type where tenant_id = $1 and id = $2 for no key update',
  values: [tenant, id],
});

/** Two types made or named at once: the second waits, and is refused by what the first made. */
export const lockTypeNames = (tenant: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74720, $1)',
  values: [tenant],
});

export const selectTypeOfName = (tenant: TenantId, name: string, except: number | null): Statement => ({
  text: `select ${onlyId.columns} from record_type
         where tenant_id = $1 and lower(name) = lower(trim($2)) and id is distinct from $3::bigint limit 1`,
  values: [tenant, name, except],
});

/** Those of the ids that are plain record types of the company, switched on. */
export const selectGatherable = (tenant: TenantId, ids: readonly number[]): Statement => ({
  text: `select ${onlyId.columns} from record_type where tenant_id = $1 and id = any($2::bigint[]) and not is_super`,
  values: [tenant, ids],
});

/** @param ids null: all that may be chosen; a disabled one only while a field holds it */
export const selectObjects = (tenant: TenantId, ids: readonly number[] | null): Statement => ({
  text: `select ${object.columns} from object_definition d
         where tenant_id = $1 and case when $2::bigint[] is null
           then enabled or exists (select from field f where f.tenant_id = d.tenant_id and f.object_definition_id = d.id)
           else id = any($2::bigint[]) end
         order by lower(name), id`,
  values: [tenant, ids],
});

const object = row({ id: number, name: text });

export const readObjects = (answer: Answer | undefined) => object.read(answer);

export const selectSections = (tenant: TenantId): Statement => ({
  text: `select ${section.columns} from menu_section s
           join menu_group g on g.tenant_id = s.tenant_id and g.id = s.menu_group_id
         where s.tenant_id = $1 and s.enabled and g.enabled order by g.position, g.id, s.position, s.id`,
  values: [tenant],
});

const section = row({ id: number, name: text, group: text.at('g.name') }, 's');

export const readSections = (answer: Answer | undefined) => section.read(answer);

const counted = row({ records: number.at('coalesce(sum(records), 0)') });

export const readCount = (answer: Answer | undefined): number => counted.get(answer).records;

/** How many records of the type, deleted ones left out, have no value in a field. */
export function countEmpty(
  tenant: TenantId,
  { id, bucket, movingFrom }: Pick<StoredDesign, 'id' | 'bucket' | 'movingFrom'>,
  { id: fieldId, slot }: Pick<StoredDesignField, 'id' | 'slot'>,
): Statement {
  if (slot !== null && !isSlot(slot)) throw new Error(`${slot} is no place of a field.`);
  const value = slot ?? `(x -> '${Number(fieldId)}')`;
  const arms = [bucket, ...(movingFrom === null ? [] : [movingFrom])].map(
    (one) =>
      `select count(*) records from ${leafName(one)}
       where tenant_id = $1 and record_type_id = $2 and enabled and ${value} is null`,
  );
  return { text: `select ${counted.columns} from (${arms.join(' union all ')}) each`, values: [tenant, id] };
}

const highest = row({ number: number.at('coalesce(max(number), 0)') });

export const readHighest = (answer: Answer | undefined): number => highest.get(answer).number;

/** The highest record number of the type between two, deleted records' too; 0 where there is none. */
export function findHighestNumber(
  tenant: TenantId,
  { id, bucket, movingFrom }: Pick<StoredDesign, 'id' | 'bucket' | 'movingFrom'>,
  from: number,
  to: number,
): Statement {
  const arms = [bucket, ...(movingFrom === null ? [] : [movingFrom])].map(
    (one) =>
      `select max(record_number) number from ${leafName(one)}
       where tenant_id = $1 and record_type_id = $2 and record_number between $3 and $4`,
  );
  return {
    text: `select ${highest.columns} from (${arms.join(' union all ')}) each`,
    values: [tenant, id, from, to],
  };
}
