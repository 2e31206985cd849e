import type { SetUp } from '@rowhouse/domain/contract.generated.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { noSuchTemplate } from '@rowhouse/domain/templates/rules.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import { applyTemplate } from './apply-template.ts';
import { companyTemplates, findTemplate } from './list-templates.ts';
import { asBuilderConnection, changeSetUp, findSetUp, lockSetUp, selectSetUp } from './sql.ts';
import type { StoredSetUp } from './sql.ts';

type Names = 'findSetUp' | 'getCompanyTemplates' | 'applyTemplates' | 'putSetUpAway';

export const templatesOperations: Pick<OperationTable, Names> = {
  async findSetUp(_input, { viewer, read }) {
    // The first page asks for everybody: who does not administer has nothing to set up.
    if (!viewer.administers) return null;
    const { answers } = await read([selectSetUp(viewer.tenantId)]);
    const found = findSetUp(answers[0]);
    if (found === null) return null;
    const setUp = showSetUp(found);
    return setUp.stepsDone === steps ? null : setUp;
  },

  async getCompanyTemplates(_input, { config }) {
    const names = new Set([...config.recordTypes.values()].map(({ name }) => name.toLowerCase()));
    return companyTemplates.map(({ key, name, special, fields, lines, statuses, lists, ...template }) => ({
      key,
      name,
      special,
      fields: fields.map(showField),
      lineName: lines?.name ?? null,
      lineFields: (lines?.fields ?? []).map(showField),
      statuses: statuses.map((status) => ({ name: status.name, aside: status.aside === true })),
      problemCodes: [...template.problemCodes],
      listNames: lists.map((list) => list.name),
      roleName: template.role.name,
      sampleColumns: [...template.sample.columns],
      sampleRows: template.sample.rows.map((row) => [...row]),
      isThere: names.has(name.toLowerCase()),
    }));
  },

  async applyTemplates({ data }, { viewer, write }) {
    const chosen = [...new Set(data.templates)].map((key) => {
      const template = findTemplate(key);
      if (template === null) throw noSuchTemplate(key);
      return template;
    });
    const tenant = viewer.tenantId;
    return write([lockSetUp(tenant), selectSetUp(tenant)], async (transaction, [, found]) => {
      const current = requireSetUp(found);
      const connection = asBuilderConnection(transaction);
      for (const template of chosen) await applyTemplate(connection, tenant, template);
      const [, after] = await transaction.finish([
        changeSetUp(tenant, {
          templates: [...current.templates, ...chosen.map(({ key }) => key)],
          startedEmpty: current.startedEmpty || chosen.length === 0,
          putAway: current.putAway,
        }),
        selectSetUp(tenant),
      ]);
      return showSetUp(requireSetUp(after));
    });
  },

  async putSetUpAway({ data: { putAway } }, { viewer, write }) {
    const tenant = viewer.tenantId;
    return write([lockSetUp(tenant), selectSetUp(tenant)], async (transaction, [, found]) => {
      const current = requireSetUp(found);
      if (current.putAway === putAway) return showSetUp(current);
      const [, after] = await transaction.finish([
        changeSetUp(tenant, { ...current, putAway }),
        selectSetUp(tenant),
      ]);
      return showSetUp(requireSetUp(after));
    });
  },
};

const steps = 5;

const showField = ({ name, dataType }: { name: string; dataType: string }) => ({ name, dataType });

/** The account and the company are there before anybody reads this. */
function showSetUp(setUp: StoredSetUp): SetUp {
  const done = [
    true,
    true,
    setUp.hasRecordTypes || setUp.startedEmpty,
    setUp.hasRecords,
    setUp.peopleCount > 1 || setUp.invitedCount > 0,
  ];
  return { ...setUp, templates: [...setUp.templates], stepsDone: done.filter(Boolean).length };
}

function requireSetUp(answer: Answer | undefined): StoredSetUp {
  const found = findSetUp(answer);
  if (found === null) throw notFound('The company');
  return found;
}
