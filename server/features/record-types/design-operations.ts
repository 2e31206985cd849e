// Record types as their administrators make and change them; what everybody else reads of them is in operations.ts.
import { judgeAdditionalField } from '@rowhouse/domain/access/decide.ts';
import { withRole } from '@rowhouse/domain/access/find-viewer.ts';
import { confinesRoles, notFieldBeingDeleted, switchOffFirst } from '@rowhouse/domain/fields/deletion.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import {
  beingEmptied,
  deletedAlready,
  deletionStandsInTheWay,
  notBeingDeleted,
} from '@rowhouse/domain/record-types/deletion.ts';
import { retypeInTheWay } from '@rowhouse/domain/record-types/retype.ts';
import { designChangedMeanwhile, whyNotTypeName } from '@rowhouse/domain/record-types/rules.ts';
import { fieldId } from '@rowhouse/domain/kernel/ids.ts';
import type { RoleId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { writeOnce } from '../../graphql/write-once.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  lockType,
  lockTypeNames,
  readObjects,
  readSections,
  selectObjects,
  selectSections,
} from './asking-sql.ts';
import { changeDesign, runSome } from './change-design.ts';
import {
  askDeletion,
  readDeletionPlan,
  selectDeletionPlan,
  takeBackDeletion,
  wasTakenBack,
} from './deletion-sql.ts';
import {
  askFieldDeletion,
  findTypeOfField,
  selectTypeOfField,
  takeBackFieldDeletion,
  wasFieldTakenBack,
} from './field-deletion-sql.ts';
import { fillsOfNew, formulasOfNew } from './given-computations.ts';
import { makeRecordType } from './making-sql.ts';
import {
  planFields,
  planLineFields,
  planLineTypes,
  planNumbering,
  planProblemCodes,
  planStatuses,
} from './plan-design.ts';
import { putFills } from './put-fills.ts';
import { putFormulas } from './put-formulas.ts';
import { readMenuPlace, refuseForSuper, refuseNameTaken, refuseUnknown } from './refuse-design.ts';
import { showDesign } from './show-design.ts';
import { findDesign, readTypes, selectDesign, selectTypes } from './sql.ts';
import { findDeletedField, findFieldOf, findRetypeOf, requireDesign } from './standing-design.ts';

type Names =
  | 'findRecordTypes'
  | 'findRecordTypeDesign'
  | 'findRecordTypeDeletionPlan'
  | 'findDesignChoices'
  | 'createRecordType'
  | 'updateRecordType'
  | 'deleteRecordType'
  | 'takeBackRecordType'
  | 'deleteField'
  | 'takeBackField';

export const designOperations = (
  clock: Clock,
  formulas: Pick<BackgroundRunner, 'wake'>,
): Pick<OperationTable, Names> => ({
  async findRecordTypes(_input, { viewer, read }) {
    const { answers } = await read([selectTypes(viewer.tenantId)]);
    return readTypes(answers[0]);
  },

  async findRecordTypeDesign({ data }, { viewer, read }) {
    const { answers } = await read(selectDesign(viewer.tenantId, data.id));
    return showDesign(requireDesign(findDesign(answers)));
  },

  async findDesignChoices(_input, { viewer, config, read }) {
    const { answers } = await read([selectObjects(viewer.tenantId, null), selectSections(viewer.tenantId)]);
    const roles = [...config.roles.values()]
      .filter(({ enabled }) => enabled)
      .map(({ id, name }) => ({ id, name }));
    return { roles, objects: readObjects(answers[0]), sections: readSections(answers[1]) };
  },

  async createRecordType({ data }, context) {
    const { viewer, config } = context;
    const tenant = viewer.tenantId;
    const whyNot = whyNotTypeName(data.name);
    if (whyNot !== null) throw invalid(whyNot, 'name');
    const isSuper = data.isSuper ?? false;
    if (isSuper) refuseForSuper(data);
    const none = () => null;
    const menu = readMenuPlace(data.menu);
    const fields = planFields(data.fields ?? [], [], config, none).made.map(({ design }) => design);
    const lineTypes = planLineTypes(data.lineTypes ?? [], [], none).made.map(({ design, index }) => ({
      ...design,
      fields: planLineFields(
        data.lineTypes?.[index]?.fields ?? [],
        [],
        config,
        `lineTypes.${index}.fields`,
        none,
      ).made.map((made) => made.design),
    }));
    const numbering = data.numbering == null ? null : planNumbering(data.numbering, null);
    const relatedIds = [...new Set(data.relatedRecordTypes ?? [])];
    return writeOnce('createRecordType', data, context, {
      first: [lockTypeNames(tenant)],
      async work(transaction, _found, keep) {
        await refuseNameTaken(transaction, tenant, data.name, null);
        await refuseUnknown(transaction, tenant, relatedIds, data.fields ?? [], menu);
        const id = await makeRecordType(transaction, tenant, {
          name: data.name,
          isSuper,
          relatedIds,
          fields,
          statuses: planStatuses(data.statuses ?? [], [], none).made.map(({ design }) => design),
          problemCodes: planProblemCodes(data.problemCodes ?? [], [], none).made.map(({ design }) => design),
          lineTypes,
          ...(numbering !== null && { numbering }),
          ...(menu !== null && { menu }),
        });
        const made = requireDesign(findDesign(await transaction.run(selectDesign(tenant, id))));
        await putFormulas(id, null, formulasOfNew(made, fields, lineTypes), {
          tenant,
          userId: viewer.userId,
          transaction,
        });
        await putFills(id, fillsOfNew(made, fields, lineTypes), { tenant, config, transaction });
        await runSome(transaction, keep(id));
        return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, id)))));
      },
      findMade: (id, transaction) => findStanding(id, tenant, transaction),
    });
  },

  async updateRecordType({ data }, context) {
    const { viewer, config } = context;
    const tenant = viewer.tenantId;
    const first = [lockTypeNames(tenant), lockType(tenant, data.id)];
    const changed = await writeOnce('updateRecordType', data, context, {
      first,
      async work(transaction, _found, keep) {
        const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, data.id))));
        await changeDesign(data, current, {
          tenant,
          userId: viewer.userId,
          config,
          transaction,
          year: new Date(clock.now()).getUTCFullYear(),
        });
        await runSome(transaction, keep(data.id));
        return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, data.id)))));
      },
      findMade: (id, transaction) => findStanding(id, tenant, transaction),
    });
    if (changed.computing != null) formulas.wake();
    return changed;
  },

  async findRecordTypeDeletionPlan({ data }, { viewer, read }) {
    const tenant = viewer.tenantId;
    const type = requireDesign(findDesign((await read(selectDesign(tenant, data.id))).answers));
    return readDeletionPlan((await read([selectDeletionPlan(tenant, type)])).answers[0]);
  },

  async deleteRecordType({ data }, { viewer, write }) {
    const tenant = viewer.tenantId;
    return write([lockType(tenant, data.id)], async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, data.id))));
      if (current.deletion !== null) throw deletedAlready(current.name);
      if (data.version !== current.version)
        throw designChangedMeanwhile(`“${current.name}”`, showDesign(current));
      await transaction.run(askDeletion(tenant, viewer.userId, data.id));
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, data.id)))));
    });
  },

  async takeBackRecordType({ data }, { viewer, write }) {
    const tenant = viewer.tenantId;
    return write([lockType(tenant, data.id)], async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, data.id))));
      if (current.deletion === null) throw notBeingDeleted(current.name);
      if (!wasTakenBack(await transaction.one(takeBackDeletion(tenant, data.id))))
        throw beingEmptied(current.name);
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, data.id)))));
    });
  },

  async deleteField({ data }, { viewer, config, read, write }) {
    const tenant = viewer.tenantId;
    const typeId = findTypeOfField((await read([selectTypeOfField(tenant, data)])).answers[0]);
    if (typeId === null) throw notFound('The field');
    return write([lockType(tenant, typeId)], async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, typeId))));
      if (current.deletion !== null) throw deletionStandsInTheWay(current.name);
      const gone = findDeletedField(current, data);
      if (gone !== undefined) throw deletedAlready(gone.name);
      const field = findFieldOf(current, data);
      if (field === undefined) throw notFound('The field');
      if (data.version !== field.version)
        throw designChangedMeanwhile(`“${field.name}”`, showDesign(current));
      if (field.enabled) throw switchOffFirst(field.name);
      const retyped = findRetypeOf(current, { fieldId: data.id, ofLines: data.ofLines });
      if (retyped !== undefined && retyped.phase !== 'KEPT') throw retypeInTheWay(field.name);
      const confined = data.ofLines ? [] : rolesConfinedBy(config, data.id);
      if (confined.length > 0) throw confinesRoles(field.name, confined);
      const seenBy = data.ofLines ? [] : rolesSeeing(config, viewer, data.id);
      await transaction.run(askFieldDeletion(tenant, viewer.userId, data, seenBy));
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, typeId)))));
    });
  },

  async takeBackField({ data }, { viewer, read, write }) {
    const tenant = viewer.tenantId;
    const typeId = findTypeOfField((await read([selectTypeOfField(tenant, data)])).answers[0]);
    if (typeId === null) throw notFound('The field');
    return write([lockType(tenant, typeId)], async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, typeId))));
      if (current.deletion !== null) throw deletionStandsInTheWay(current.name);
      const gone = findDeletedField(current, data);
      if (gone === undefined) throw notFieldBeingDeleted();
      if (!wasFieldTakenBack((await transaction.run(takeBackFieldDeletion(tenant, data)))[0]))
        throw beingEmptied(gone.name);
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, typeId)))));
    });
  },
});

/** As an earlier try made or changed it, and others since. */
const findStanding = async (id: number, tenant: TenantId, transaction: Transaction) =>
  showDesign(requireDesign(findDesign(await transaction.run(selectDesign(tenant, id)))));

/** Those that would see the field if it were switched on. */
function rolesSeeing(config: TenantConfig, viewer: Viewer, id: number): RoleId[] {
  const field = config.fields.get(fieldId(id));
  if (field === undefined) return [];
  return [...config.roles.keys()].filter((role) => {
    const asked = withRole(config, viewer, role);
    return asked !== null && judgeAdditionalField(asked, { ...field, enabled: true }).access !== 'NotAllowed';
  });
}

/** By their names. */
const rolesConfinedBy = (config: TenantConfig, id: number): string[] =>
  [...config.roles.values()].flatMap(({ name, fieldAccess }) =>
    fieldAccess.some(
      ({ enabled, fieldId: of, filterCriteria }) =>
        enabled && Number(of) === id && (filterCriteria?.length ?? 0) > 0,
    )
      ? [name]
      : [],
  );
