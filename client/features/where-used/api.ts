import type { ProposedChange } from '../../platform/ask-impact.ts';
import type { WhereUsedQuestion } from '../../platform/ask-where-used.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const whereUsedDocument = graphql(`
  query FindWhereUsed($data: FindWhereUsedInput!) {
    findWhereUsed(data: $data) {
      name
      groups {
        kind
        title
        total
        places {
          name
          uses
          count
          isPrivate
          link {
            page
            recordTypeId
            search
          }
        }
      }
      records {
        recordType {
          id
          name
        }
        what
        count
        filters {
          field
          operator
          value
        }
      }
    }
  }
`);

export type WhereUsed = Awaited<ReturnType<typeof findWhereUsed>>;
export type PlaceLink = NonNullable<WhereUsed['groups'][number]['places'][number]['link']>;
export type HeldRecords = WhereUsed['records'][number];

export const findWhereUsed = async (data: WhereUsedQuestion, signal?: AbortSignal) =>
  (await request(whereUsedDocument, { data }, { signal })).findWhereUsed;

const impactDocument = graphql(`
  query FindChangeImpact($data: FindChangeImpactInput!) {
    findChangeImpact(data: $data) {
      impacts {
        kind
        id
        fieldKey
        name
        lines {
          sentence
          recordTypeId
          filters {
            field
            operator
            value
          }
          isOfPlaces
        }
      }
    }
  }
`);

export type ChangeImpact = Awaited<ReturnType<typeof findChangeImpact>>[number];

export const findChangeImpact = async (changes: readonly ProposedChange[], signal?: AbortSignal) =>
  (
    await request(
      impactDocument,
      { data: { changes: changes.map((one) => ({ ...one, roleIds: [...(one.roleIds ?? [])] })) } },
      { signal },
    )
  ).findChangeImpact.impacts;
