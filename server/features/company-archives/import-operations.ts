import { randomBytes } from 'node:crypto';
import {
  archivePartBytes,
  archiveUploadGrant,
  archiveUploadTtlMs,
  importGoesOn,
  noImport,
  noRoomFor,
  notAnOperator,
  readArchiveFile,
} from '@rowhouse/domain/company-archives/import-rules.ts';
import type { CompanyImport } from '@rowhouse/domain/contract.generated.ts';
import { sessionEnded } from '@rowhouse/domain/identity/rules.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { isOperator, newCompanyForm } from '@rowhouse/domain/tenants/rules.ts';
import type { OperationTable, SignedInContext } from '../../graphql/operation.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Identity } from '../../identity/identity.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { findSignedInPerson } from '../identity/sql.ts';
import type { SignedInPerson } from '../identity/sql.ts';
import { beginImport, findImport, forgetImport, insertImport } from './import-sql.ts';
import type { StoredImport } from './import-sql.ts';
import { removeSent } from './sent-archive.ts';

type Names = 'findCompanyImport' | 'startCompanyUpload' | 'startCompanyImport' | 'putCompanyImportAway';

type Parts = {
  readonly grants: Grants;
  readonly storage: ObjectStorage;
  readonly imports: Pick<BackgroundRunner, 'wake'>;
  readonly identity: Pick<Identity, 'requireProof'>;
  /** Emails of those who run the installation. */
  readonly operators: readonly string[];
};

export function companyImportOperations({
  grants,
  storage,
  imports,
  identity,
  operators,
}: Parts): Pick<OperationTable, Names> {
  async function getOperator({ database, signedIn }: SignedInContext): Promise<SignedInPerson> {
    const person = await findSignedInPerson(database, signedIn);
    if (person === null) throw sessionEnded();
    if (!isOperator(operators, person)) throw notAnOperator();
    return person;
  }

  return {
    async findCompanyImport(_input, context) {
      const person = await getOperator(context);
      const found = await findImport(context.database, context.signedIn.userId);
      return found && show(found, person);
    },

    async startCompanyUpload({ data }, context) {
      await getOperator(context);
      const { database, signedIn } = context;
      const name = readArchiveFile(data);
      const free = await storage.freeBytes?.();
      // It stands here twice for a while: as it was sent, and what is unpacked of it.
      if (free !== undefined && free < 3 * data.sizeBytes) throw noRoomFor(data.sizeBytes);
      const before = await forgetImport(database, signedIn.userId);
      if (before !== null) await removeSent(storage, before);
      const objectPrefix = `imports/${randomBytes(16).toString('hex')}`;
      const file = { name, sizeBytes: data.sizeBytes, objectPrefix };
      const made = await insertImport(database, signedIn.userId, file);
      if (made === null) throw importGoesOn();
      const { userId, sessionId } = signedIn;
      const payload = { userId, sessionId, import: made.id };
      return {
        url: `/company-archives/${grants.signGrant(archiveUploadGrant, payload, archiveUploadTtlMs)}`,
        partBytes: archivePartBytes,
      };
    },

    async startCompanyImport({ data }, context) {
      const person = await getOperator(context);
      const parsed = newCompanyForm.safeParse(data);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw invalid(issue?.message ?? 'The form is not complete.', issue?.path[0]?.toString());
      }
      // It makes accounts as they stand in the file.
      await identity.requireProof(context.signedIn);
      const begun = await beginImport(context.database, context.signedIn.userId, {
        ...parsed.data,
        isMove: data.isMove,
      });
      if (begun === null) throw noImport();
      imports.wake();
      return show(begun, person);
    },

    async putCompanyImportAway(_input, context) {
      await getOperator(context);
      const { database, signedIn } = context;
      const gone = await forgetImport(database, signedIn.userId);
      if (gone !== null) await removeSent(storage, gone);
      else if ((await findImport(database, signedIn.userId)) !== null) throw importGoesOn();
      return true;
    },
  };
}

function show(stored: StoredImport, { tenants }: SignedInPerson): CompanyImport {
  const { state, fileName, sizeBytes, received, done, plan, wanted, made, problem } = stored;
  return {
    state,
    fileName,
    sizeBytes,
    received,
    done,
    plan,
    wanted: wanted && { name: wanted.name, url: wanted.url },
    made:
      made && state === 'FINISHED'
        ? { ...made, isMember: tenants.some(({ tenant }) => Number(tenant.id) === made.id) }
        : null,
    problem,
  };
}
