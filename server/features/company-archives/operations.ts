import { exportGrant, exportLinkTtlMs, exportOver } from '@rowhouse/domain/company-archives/rules.ts';
import type { CompanyExport } from '@rowhouse/domain/contract.generated.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { requireProof } from '../../graphql/require-proof.ts';
import type { Grants } from '../../identity/grants.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { makeObjectKey } from '../../platform/object-storage/object-storage.ts';
import { exportFileName } from './export-file-name.ts';
import { insertExport, readExport, selectExport } from './sql.ts';
import type { StoredExport } from './sql.ts';

type Names = 'findCompanyExport' | 'startCompanyExport' | 'createCompanyExportLink';

type Parts = {
  readonly grants: Grants;
  readonly exports: Pick<BackgroundRunner, 'wake'>;
};

/** The file has everything: whoever finds an open browser neither begins an export nor takes one away. */
export const companyArchivesOperations = ({ grants, exports }: Parts): Pick<OperationTable, Names> => ({
  async findCompanyExport(_input, context) {
    const found = await findExport(context);
    return found && show(found, context);
  },

  async startCompanyExport(_input, context) {
    const { tenantId, userId } = context.viewer;
    requireProof(context);
    const key = makeObjectKey(tenantId, 'company.gz');
    const started = await context.write(
      [insertExport(tenantId, userId, key), selectExport(tenantId)],
      async (transaction, [, found]) => {
        await transaction.finish([]);
        return readExport(found);
      },
    );
    if (started === null) throw new Error('An export that was begun is not there.');
    exports.wake();
    return show(started, context);
  },

  async createCompanyExportLink(_input, context) {
    const found = await findExport(context);
    if (found?.state !== 'FINISHED') throw new Refusal('NOT_FOUND', exportOver);
    const { tenantId, userId, sessionId } = context.viewer;
    requireProof(context);
    const payload = { tenantId, userId, sessionId, export: found.id };
    return {
      url: `/company-exports/${grants.signGrant(exportGrant, payload, exportLinkTtlMs)}`,
      fileName: exportFileName(context.config.url, found),
    };
  },
});

async function findExport({ viewer, read }: MemberContext): Promise<StoredExport | null> {
  const { answers } = await read([selectExport(viewer.tenantId)]);
  return readExport(answers[0]);
}

function show({ objectKey: _, userId, ...told }: StoredExport, { config }: MemberContext): CompanyExport {
  const name = config.members.get(userId)?.name ?? 'Somebody who has left';
  return { ...told, askedBy: { id: userId, name } };
}
