import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { standingFills } from '@rowhouse/domain/fills/configured-fills.ts';
import { formulaOf, isComputed } from '@rowhouse/domain/formulas/computed-fields.ts';
import { keysIn, lineKey } from '@rowhouse/domain/formulas/formula.ts';
import { isFilterable, isSortable } from '@rowhouse/domain/fields/rules.ts';
import type { AmountsKind, FieldDefinition, RoleFieldAccess } from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId, RoleId } from '@rowhouse/domain/kernel/ids.ts';
import { recordTypeId, roleId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound, Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { takesNewValues } from '@rowhouse/domain/lists/rules.ts';
import { openLineItemTypes } from '@rowhouse/domain/line-items/rules.ts';
import { firstStatusOf } from '@rowhouse/domain/records/given-values.ts';
import { whyNotCurrency } from '@rowhouse/domain/tenants/rules.ts';
import type {
  StoredField,
  StoredRole,
  StoredRoleFieldAccess,
  TenantConfig,
} from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { changeCurrencyStatement, currenciesStatement, readCurrencies } from './sql.ts';

type Names =
  | 'getSaasRecordFieldsByRecordTypes'
  | 'getRoleAccessToRecordFields'
  | 'findRoleAccessToRecordFields'
  | 'findCurrencies'
  | 'updateCurrency';

export const fieldsOperations: Pick<OperationTable, Names> = {
  async getSaasRecordFieldsByRecordTypes({ recordType }, { authorise, config, viewer }) {
    const authorised = authorise(recordType);
    const inLines = fieldsOfLines(config, viewer);
    return [...authorised.fields.values()].map((field, order) =>
      showField({ config, inLines, viewer }, authorised, field, order),
    );
  },

  async getRoleAccessToRecordFields(_input, { config, viewer }) {
    return showLines(config, getRole(config, viewer.roleId), new Set(viewer.recordTypes.keys()), false);
  },

  async findRoleAccessToRecordFields({ data }, context) {
    const { config, viewer } = context;
    const own = getRole(config, viewer.roleId);
    const asked = data.roles ?? [own.id];
    // Whether the other role is there is not told either.
    if (!own.administers && asked.some((id) => id !== own.id)) {
      throw new Refusal('FORBIDDEN', 'Your role may not see what other roles have access to.');
    }
    const types = new Set(data.recordTypes.map((id) => getType(context, own, id)));
    return [...new Set(asked)].flatMap((id) =>
      showLines(config, getRole(config, roleId(id)), types, own.administers),
    );
  },

  async findCurrencies(_input, { viewer, readTogether }) {
    const { answers } = await readTogether([currenciesStatement(viewer.tenantId)]);
    return readCurrencies(answers[0]);
  },

  async updateCurrency({ data: { kind, id, currency = null } }, { viewer, write }) {
    const whyNot = whyNotCurrency(currency);
    if (whyNot !== null) throw invalid(whyNot, 'currency');
    return write(
      [changeCurrencyStatement(viewer.tenantId, kind, id, currency)],
      async (transaction, [changed]) => {
        if (changed?.rows.length !== 1) throw notFound(amountsNames[kind]);
        const [after] = await transaction.finish([currenciesStatement(viewer.tenantId)]);
        return readCurrencies(after);
      },
    );
  },
};

const amountsNames = {
  RecordType: 'The record type',
  Field: 'The field',
  LineItemField: 'The field',
  ObjectProperty: 'The property',
} as const satisfies Record<AmountsKind, string>;

function showField(
  { config, inLines, viewer }: { config: TenantConfig; inLines: ReadonlySet<string>; viewer: Viewer },
  authorised: AuthorisedRecordType,
  field: AuthorisedField,
  order: number,
): FieldDefinition {
  // A super type's field is described as in the first type that it gathers.
  const stored = field.stored.values().next().value ?? null;
  const list = stored?.listId == null ? undefined : config.lists.get(stored.listId);
  const objectDefinitionId = stored?.objectDefinitionId ?? list?.objectDefinitionId ?? null;
  return {
    id: stored?.id ?? 0,
    key: field.key,
    name: field.name,
    dataType: field.dataType,
    visibility: stored?.visibility ?? true,
    required: stored?.required ?? field.base?.required ?? false,
    order,
    recordTypeId: authorised.type.id,
    listType: stored?.listId == null ? null : { id: stored.listId, dataType: stored.listType ?? 'Value' },
    takesNewValues: takesNewValues(viewer, list),
    objectDefinition: objectDefinitionId === null ? null : { id: objectDefinitionId },
    access: field.access,
    filterable: isFilterable(field),
    sortable: isSortable(field),
    currency: field.currency,
    defaultValue: stored?.defaultValue ?? beginningOf(config, authorised, field),
    help: stored?.help ?? null,
    section: stored?.section ?? null,
    isGiven: field.key === 'recordNumber' && authorised.type.isNumbered,
    isComputed: stored !== null && isComputed(stored),
    formula: stored === null ? null : formulaInSight(stored, authorised, inLines),
    fills: stored === null ? [] : openFills(stored, authorised, config),
  };
}

/** What the formula names, of the record or of its lines, is told to nobody who does not see it. */
function formulaInSight(
  stored: StoredField,
  { type, fields }: AuthorisedRecordType,
  inLines: ReadonlySet<string>,
): string | null {
  const formula = formulaOf(stored);
  if (formula === null || type.isSuper) return null;
  const { own, gathered } = keysIn(formula);
  const isSeen = [...own].every((key) => fields.has(key)) && [...gathered].every((key) => inLines.has(key));
  return isSeen ? stored.formula : null;
}

/** Only where the role may write: nothing else is filled for it. */
const openFills = (stored: StoredField, { type, fields }: AuthorisedRecordType, config: TenantConfig) =>
  type.isSuper
    ? []
    : standingFills(stored, type.fields, config).filter(
        ({ fieldId: id }) => fields.get(additionalFieldKey(id))?.access === 'Editable',
      );

/** By their keys in formulas. */
const fieldsOfLines = (config: TenantConfig, viewer: Viewer): ReadonlySet<string> =>
  new Set(openLineItemTypes(config, viewer).flatMap(({ fields }) => fields.map(({ id }) => lineKey(id))));

/** With what the choices of a new record begin: the first status, and the problem code where there is only one. */
function beginningOf(
  config: TenantConfig,
  { type }: AuthorisedRecordType,
  { key }: AuthorisedField,
): string | null {
  if (key === 'status') return asText(firstStatusOf(config, type.id));
  if (key !== 'problemCode') return null;
  const ofType = [...config.problemCodes.values()].filter(
    ({ recordTypeId: owner, enabled }) => owner === type.id && enabled,
  );
  return ofType.length === 1 ? asText(ofType[0]?.id ?? null) : null;
}

const asText = (id: number | null): string | null => (id === null ? null : String(id));

function getRole(config: TenantConfig, id: RoleId): StoredRole {
  const role = config.roles.get(id);
  if (role === undefined) throw notFound('The role');
  return role;
}

/** Whoever administers roles sees every type; others those that they can open. */
function getType({ config, authorise }: MemberContext, own: StoredRole, id: number): RecordTypeId {
  const type = own.administers ? config.recordTypes.get(recordTypeId(id)) : authorise(id).type;
  if (type === undefined) throw notFound('The record type');
  return type.id;
}

/** A field that the role may not see is named only to whoever administers roles. */
function showLines(
  config: TenantConfig,
  role: StoredRole,
  types: ReadonlySet<RecordTypeId>,
  namesHidden: boolean,
): RoleFieldAccess[] {
  return role.fieldAccess.flatMap((line) => {
    const type = config.recordTypes.get(line.recordTypeId);
    const named = nameOf(config, line);
    if (type === undefined || named === null || !types.has(type.id)) return [];
    if (!namesHidden && (line.access === 'NotAllowed' || !line.enabled)) return [];
    return {
      id: line.id,
      access: named.readOnly && line.access === 'Editable' ? 'ViewOnly' : line.access,
      enabled: line.enabled,
      order: line.order,
      recordField: named.recordField,
      recordFieldName: named.recordFieldName,
      recordType: { id: type.id, name: type.name },
      role: { id: role.id, name: role.name },
      updatedAt: line.updatedAt,
      // As it is stored: one criterion, or several.
      filterCriteria: line.filterCriteria?.length === 1 ? line.filterCriteria[0] : line.filterCriteria,
    };
  });
}

/** Null for a field that was switched off: it is in no grid. */
function nameOf(config: TenantConfig, line: StoredRoleFieldAccess) {
  if (line.fieldId === null) {
    const base = findBaseField(line.baseField ?? '');
    return base === null
      ? null
      : {
          recordField: { id: 0, name: base.label },
          recordFieldName: base.name,
          readOnly: base.readOnly === true,
        };
  }
  const field = config.fields.get(line.fieldId);
  if (field === undefined || !field.enabled) return null;
  return { recordField: { id: field.id, name: field.name }, recordFieldName: field.name, readOnly: false };
}
