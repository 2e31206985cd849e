// All records of a type computed again, part by part.
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { number, row } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import type { StoredDesign } from './sql.ts';
import { onlyId } from './making-sql.ts';

const standingPass = row({ typeId: number.at('record_type_id'), reached: number.at('reached_record_id') });

export const readPass = (answer: Answer | undefined) => standingPass.find(answer);

/** A pass that is over, or that another process is at, has no row. */
export const holdPass = ({
  tenantId,
  id,
}: {
  readonly tenantId: TenantId;
  readonly id: number;
}): Statement => ({
  text: `select ${standingPass.columns} from formula_pass
         where tenant_id = $1 and id = $2 and state = 'RUNNING' for update skip locked`,
  values: [tenantId, id],
});

export const readPartIds = (answer: Answer | undefined): number[] => onlyId.read(answer).map(({ id }) => id);

/** The next records of the type, deleted ones too. */
export const lockPart = (bucket: number, typeId: number, reached: number, size: number): Statement => ({
  text: `select ${onlyId.columns} from ${leafName(bucket)}
         where record_type_id = $1 and id > $2 order by id limit $3 for no key update`,
  values: [typeId, reached, size],
});

export const keepPass = (
  { tenantId, id }: { readonly tenantId: TenantId; readonly id: number },
  { reached, done, isOver }: { readonly reached: number; readonly done: number; readonly isOver: boolean },
): Statement => ({
  text: `update formula_pass set reached_record_id = $3, done = done + $4, failures = 0,
           state = case when $5 then 'FINISHED' else state end, ended_at = case when $5 then now() end
         where tenant_id = $1 and id = $2`,
  values: [tenantId, id, reached, done, isOver],
});

/** All records of the type are to be computed again; what was under way for it is over, for it begins anew. */
export const beginPass = (
  tenant: TenantId,
  userId: UserId,
  { id, bucket, movingFrom }: Pick<StoredDesign, 'id' | 'bucket' | 'movingFrom'>,
): Statement[] => {
  const arms = [bucket, ...(movingFrom === null ? [] : [movingFrom])].map(
    (one) => `select count(*) records from ${leafName(one)} where tenant_id = $1 and record_type_id = $2`,
  );
  return [
    {
      text: `update formula_pass set state = 'FINISHED', ended_at = now()
             where tenant_id = $1 and record_type_id = $2 and state <> 'FINISHED'`,
      values: [tenant, id],
    },
    {
      text: `insert into formula_pass (tenant_id, record_type_id, user_id, total)
             select $1, $2, $3, total from (select coalesce(sum(records), 0)::int as total from (${arms.join(' union all ')}) each) there
             where total > 0`,
      values: [tenant, id, userId],
    },
  ];
};
