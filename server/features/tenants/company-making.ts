import type { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { sessionEnded } from '@rowhouse/domain/identity/rules.ts';
import {
  companiesByOperators,
  companyUrlTaken,
  enoughCompaniesToday,
  isOperator,
  mostCompaniesADay,
  newCompanyForm,
  unconfirmedMakesNoCompany,
  whyNotCompanyUrl,
} from '@rowhouse/domain/tenants/rules.ts';
import type { OperationTable, SignedInContext } from '../../graphql/operation.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { countCompaniesMade, isCompanyUrlTaken } from '../../seed/company-sql.ts';
import { makeCompany } from '../../seed/make-company.ts';
import { findSignedInPerson } from '../identity/sql.ts';
import type { SignedInPerson } from '../identity/sql.ts';

type Names = 'getCompanyMaking' | 'checkCompanyUrl' | 'createTenant';

/** Companies that people make for themselves, where the installation is open to it (COMPANIES). */
export function companyMakingOperations({
  isOpen,
  operators,
}: {
  isOpen: boolean;
  /** Emails of those who make them whatever it is open to. */
  operators: readonly string[];
}): Pick<OperationTable, Names> {
  async function getPerson({ database, signedIn }: SignedInContext): Promise<SignedInPerson> {
    const person = await findSignedInPerson(database, signedIn);
    if (person === null) throw sessionEnded();
    return person;
  }

  const whyNot = (person: SignedInPerson): Refusal | null => {
    if (!isOpen && !isOperator(operators, person)) return companiesByOperators();
    return person.validated ? null : unconfirmedMakesNoCompany();
  };

  async function getMaker(context: SignedInContext): Promise<SignedInPerson> {
    const person = await getPerson(context);
    const refusal = whyNot(person);
    if (refusal !== null) throw refusal;
    return person;
  }

  return {
    async getCompanyMaking(_input, context) {
      const person = await getPerson(context);
      const refusal = whyNot(person);
      return {
        isOpen: refusal === null,
        reason: refusal?.message ?? null,
        bringsIn: isOperator(operators, person),
      };
    },

    async checkCompanyUrl({ data }, context) {
      await getMaker(context);
      const url = data.url.trim().toLowerCase();
      const reason = whyNotCompanyUrl(url);
      if (reason !== null) return { reason };
      const isTaken = await context.database.asHome((connection) => isCompanyUrlTaken(connection, url));
      return { reason: isTaken ? companyUrlTaken(url).message : null };
    },

    async createTenant({ data }, context) {
      const person = await getMaker(context);
      const parsed = newCompanyForm.safeParse(data);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw invalid(issue?.message ?? 'The form is not complete.', issue?.path[0]?.toString());
      }
      const made = await context.database.asOwnerOfAll((connection) =>
        inTransaction(connection, async () => {
          if ((await countCompaniesMade(connection, person.id)) >= mostCompaniesADay)
            throw enoughCompaniesToday();
          const maker = { administrator: person.id, madeBy: person.id };
          return makeCompany(connection, { ...parsed.data, ...maker });
        }),
      );
      return {
        ...made,
        description: null,
        mfaRequired: false,
        currency: 'USD',
        formerUrls: [],
        accent: null,
        logo: null,
      };
    },
  };
}
