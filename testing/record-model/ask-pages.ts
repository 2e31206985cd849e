import type {
  FilterAndSortInput,
  RecordFilterInput,
  RecordSortInput,
} from '@rowhouse/domain/contract.generated.ts';
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

/** Many pages in few requests, each by an alias of its own. */
export async function askPages(
  { ask }: { readonly ask: Ask },
  credentials: Credentials,
  asks: readonly PageAsk[],
): Promise<AnsweredPage[]> {
  const pages: AnsweredPage[] = [];
  for (let start = 0; start < asks.length; start += mostInOne) {
    const part = asks.slice(start, start + mostInOne);
    const parameters = part.map((_, index) => `$d${index}: FilterAndSortInput!, $p${index}: PaginationInput`);
    const fields = part.map(
      (_, index) =>
        `q${index}: filterAndSortRecordHeader(data: $d${index}, pagination: $p${index}) { records { id } total totalState }`,
    );
    const variables = Object.fromEntries(
      part.flatMap(({ data, pagination }, index) => [
        [`d${index}`, data],
        [`p${index}`, pagination ?? { offset: 0, limit: 3000 }],
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
