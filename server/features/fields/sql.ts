import type { AmountsKind, CurrencyOfAmounts } from '@rowhouse/domain/contract.generated.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const tables = {
  RecordType: 'record_type',
  Field: 'field',
  LineItemField: 'line_item_field',
  ObjectProperty: 'object_property',
} as const satisfies Record<AmountsKind, string>;

const amounts = row({
  kind: text.as((kind) => kind as AmountsKind),
  id: number,
  name: text,
  within: text.at('holder').orNull,
  recordTypeId: number.orNull,
  currency: text.orNull,
});

/** What of the company holds amounts, in the order in which it is shown; super types hold none of their own. */
export const currenciesStatement = (tenant: TenantId): Statement => ({
  text: `
    with amounts as (
      select 'Field' kind, f.id, f.name, t.name holder, t.id record_type_id, f.currency, 1 place, f.position
      from field f join record_type t on t.tenant_id = f.tenant_id and t.id = f.record_type_id and t.enabled
      where f.tenant_id = $1 and f.data_type = 'currency' and f.enabled
      union all
      select 'LineItemField', f.id, f.name, l.name, t.id, f.currency, 2, f.position
      from line_item_field f
        join line_item_type l on l.tenant_id = f.tenant_id and l.id = f.line_item_type_id and l.enabled
        join record_type t on t.tenant_id = f.tenant_id and t.id = l.record_type_id and t.enabled
      where f.tenant_id = $1 and f.data_type = 'currency' and f.enabled
    )
    select ${amounts.columns} from (
      select 'RecordType' kind, t.id, t.name, null::text holder, t.id record_type_id, t.currency, 0 place, 0 position, t.name type_name
      from record_type t
      where t.tenant_id = $1 and t.enabled and not t.is_super and t.id in (select record_type_id from amounts)
      union all
      select a.kind, a.id, a.name, a.holder, a.record_type_id, a.currency, a.place, a.position, t.name
      from amounts a join record_type t on t.tenant_id = $1 and t.id = a.record_type_id
      union all
      select 'ObjectProperty', p.id, p.name, d.name, null, p.currency, 3, p.position, null
      from object_property p join object_definition d on d.tenant_id = p.tenant_id and d.id = p.object_definition_id
      where p.tenant_id = $1 and p.data_type = 'currency' and p.enabled
    ) each_of_them
    order by type_name nulls last, record_type_id, place, holder, position, id`,
  values: [tenant],
});

export const readCurrencies = (answer: Answer | undefined): CurrencyOfAmounts[] => amounts.read(answer);

/** Answers its id; no row when there is none of that kind that holds amounts. */
export const changeCurrencyStatement = (
  tenant: TenantId,
  kind: AmountsKind,
  id: number,
  currency: string | null,
): Statement => ({
  text: `update ${tables[kind]} set currency = $3 where tenant_id = $1 and id = $2
         ${kind === 'RecordType' ? 'and not is_super' : `and data_type = 'currency'`} returning id`,
  values: [tenant, id, currency],
});
