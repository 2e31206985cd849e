// The server judges a line as it is stored, the browser as it is written and by the rules that travelled: the fault is the same.
import { conditionKinds, type FieldCondition } from '@rowhouse/domain/field-conditions/field-condition.ts';
import { changedKeys, findRuleFault, stateOf } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import { rulesOfLines } from '@rowhouse/domain/field-conditions/rules-of-lines.ts';
import { toldRule } from '@rowhouse/domain/field-conditions/told-rule.ts';
import { dataTypes } from '@rowhouse/domain/fields/data-types.ts';
import { lineKey } from '@rowhouse/domain/formulas/formula.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredLineItemType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { expect, test } from 'vitest';
import { readLineTypes } from '../client/features/line-items/line.ts';
import { anyCondition, anyValue, pools, random } from './random-conditions.ts';

const cases = 100_000;
const typeId = recordTypeId(1);

test(`the verdict on ${cases.toLocaleString('en')} random lines is the same on both floors`, () => {
  const below = random(20_261_127);
  const pick = <One>(from: readonly One[]): One => from[below(from.length)] as One;
  const types = dataTypes.filter((type) => valueOf(type).family in pools);
  const differing: unknown[] = [];
  const verdicts = new Set<string | null>();
  const readings = new Set<string>();
  for (let index = 0; index < cases; index += 1) {
    const fields = Array.from({ length: 2 + below(2) }, (_, place) => ({
      id: place + 1,
      lineItemTypeId: 1,
      name: `Field ${place + 1}`,
      dataType: pick(types),
      required: false,
      order: place,
      listId: null,
      listType: null,
      currency: null,
      formula: null,
      fills: [],
    }));
    const keyed = fields.map(({ id, dataType }) => ({ key: lineKey(id), dataType }));
    const kept = keyed.flatMap(({ key }, place): FieldCondition[] =>
      below(3) === 0
        ? []
        : [
            {
              id: place,
              recordTypeId: typeId,
              field: key,
              kind: pick(conditionKinds),
              // One in ten asks for a field that is gone.
              conditions: [
                { ...anyCondition(pick(keyed), pick, below), ...(below(10) === 0 && { field: 'l99' }) },
              ],
            },
          ],
    );
    const kind: StoredLineItemType = {
      id: 1,
      recordTypeId: typeId,
      name: 'Lines',
      description: '',
      visibility: true,
      fields,
    };
    const none = new Map<never, never>();
    const config = {
      fieldConditions: new Map([[typeId, kept]]),
      lists: none,
      listValues: none,
      members: none,
      targetTenants: none,
    } as unknown as TenantConfig;
    const any = (): Record<string, string> =>
      Object.fromEntries(
        fields.flatMap(({ id, dataType }) => (below(4) === 0 ? [] : [[id, anyValue(dataType, pick)[0]]])),
      );
    const before = below(4) === 0 ? null : any();
    const after = any();

    const rules = rulesOfLines(config, null, kind);
    const found = rules?.judge({ before, after }) ?? null;
    const server = {
      fault: found && { field: `f${found.fieldId}`, sentence: found.sentence },
      shown: fields.map(({ id }) => rules?.isShown(id, { before, after }) ?? true),
    };

    const told = (rules?.rules ?? []).map((rule) => toldRule(rule, typeId));
    const [type] = readLineTypes([
      {
        ...kind,
        lineItemsByTypeFileds: fields,
        rules: JSON.parse(JSON.stringify(told)) as typeof told,
      },
    ]);
    const own = type!.rules;
    const line = {
      before: before && ((key: string) => before[key.slice(1)] ?? ''),
      after: (key: string) => after[key.slice(1)] ?? '',
    };
    const written = new Set(fields.map(({ id }) => `f${id}`));
    const browser = {
      fault: findRuleFault(own, line, changedKeys(own, written, line)),
      shown: fields.map(({ id }) => stateOf(own, `f${id}`, line).isShown),
    };
    verdicts.add(server.fault?.sentence.replace(/when .*/, '') ?? null);
    for (const { reading } of own) readings.add(reading);
    if (JSON.stringify(server) !== JSON.stringify(browser))
      differing.push({ kept, before, after, server, browser });
  }
  expect(differing.slice(0, 3)).toEqual([]);
  expect(verdicts.size).toBeGreaterThan(8);
  expect([...readings].sort()).toEqual(['BROKEN', 'READABLE']);
});
