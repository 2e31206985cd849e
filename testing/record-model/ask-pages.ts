import type {
  FilterAndSortInput,
  RecordFilterInput,
  RecordSortInput,
} from '@rowhouse/domain/contract.generated.ts';
import { rowLimits } from '@rowhouse/server/graphql/row-budget.ts';
import type { Credentials, GraphqlAnswer } from '../test-server.ts';
import type { ModelSort } from './in-order.ts';
import type { ModelFilter } from './matches.ts';
import type { ModelField } from './model-record.ts';

export type PageAsk = {
  readonly data: FilterAndSortInput;
  readonly pagination?: { readonly offset: number; readonly limit: number };
};
export type AnsweredPage = {
  readonly ids: readonly number[];
  readonly total: number | null;
  readonly totalState: 'EXACT' | 'PENDING';
};

type Ask = (document: string, credentials: Credentials, variables?: object) => Promise<GraphqlAnswer>;

/** Below the number of aliases that a document may have. */
const mostInOne = 28;

const wholePage = { offset: 0, limit: 3000 };

/** As many in one request as it may ask for: so many pages and rows, and one large page. */
function packAsks(asks: readonly PageAsk[]): PageAsk[][] {
  const packs: PageAsk[][] = [];
  let rows = 0;
  let hasLarge = false;
  for (const ask of asks) {
    const { limit } = ask.pagination ?? wholePage;
    const isLarge = limit > rowLimits.large;
    const last = packs.at(-1);
    const fits = rows + limit <= rowLimits.rows && !(hasLarge && isLarge);
    if (last !== undefined && last.length < mostInOne && fits) {
      last.push(ask);
      rows += limit;
      hasLarge ||= isLarge;
    } else {
      packs.push([ask]);
      rows = limit;
      hasLarge = isLarge;
    }
  }
  return packs;
}

/** Many pages in few requests, each by an alias of its own. */
export async function askPages(
  { ask }: { readonly ask: Ask },
  credentials: Credentials,
  asks: readonly PageAsk[],
): Promise<AnsweredPage[]> {
  const pages: AnsweredPage[] = [];
  for (const part of packAsks(asks)) {
    const parameters = part.map((_, index) => `$d${index}: FilterAndSortInput!, $p${index}: PaginationInput`);
    const fields = part.map(
      (_, index) =>
        `q${index}: filterAndSortRecordHeader(data: $d${index}, pagination: $p${index}) { records { id } total totalState }`,
    );
    const variables = Object.fromEntries(
      part.flatMap(({ data, pagination }, index) => [
        [`d${index}`, data],
        [`p${index}`, pagination ?? wholePage],
      ]),
    );
    const answer = await ask(
      `query (${parameters.join(', ')}) { ${fields.join(' ')} }`,
      credentials,
      variables,
    );
    if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
    for (let index = 0; index < part.length; index += 1) {
      const page = answer.data?.[`q${index}`] as { records: { id: number }[] } & Omit<AnsweredPage, 'ids'>;
      pages.push({
        ids: page.records.map(({ id }) => id),
        total: page.total,
        totalState: page.totalState,
      });
    }
  }
  return pages;
}

const referenceTo = (field: ModelField) =>
  field.id === 0 ? { fieldId: 0, field: field.key } : { fieldId: field.id };

/** Specification 7: a field of the tenant is named by its id as recordAdditionalFieldByTypeId as well. */
export const asInput = ({ field, criteria, logicOperator, priority }: ModelFilter): RecordFilterInput => ({
  ...referenceTo(field),
  ...(field.id !== 0 && priority % 2 === 0 && { recordAdditionalFieldByTypeId: field.id }),
  logicOperator,
  priority,
  filterCriteria: {
    operator: criteria.operator,
    ...(criteria.value != null && { value: criteria.value }),
    ...(criteria.values != null && { values: [...criteria.values] }),
  },
});

export const asSort = ({ field, sort }: ModelSort): RecordSortInput => ({ ...referenceTo(field), sort });
