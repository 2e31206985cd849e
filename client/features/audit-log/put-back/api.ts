import { graphql } from '../../../platform/graphql/documents.generated.ts';
import { request } from '../../../platform/graphql/request.ts';
import { viewerZone } from '../../../platform/clock.ts';

const putBackParts = graphql(`
  fragment PutBackParts on PutBackRow {
    key
    name
    dataType
    now
    to
    entries
    whyNot
    because
  }
`);

const previewing = graphql(
  `
    query PreviewPutBack($data: PreviewPutBackInput!) {
      previewPutBack(data: $data) {
        ...PutBackParts
      }
    }
  `,
  putBackParts,
);

const putting = graphql(
  `
    mutation PutBack($data: PutBackInput!) {
      putBack(data: $data) {
        done
        rows {
          ...PutBackParts
        }
      }
    }
  `,
  putBackParts,
);

export type PutBackRow = Awaited<ReturnType<typeof previewPutBack>>[number];

export async function previewPutBack(recordId: number, entries: readonly number[], signal: AbortSignal) {
  const data = { recordId, entries: [...entries], timeZone: viewerZone() };
  return (await request(previewing, { data }, { signal })).previewPutBack;
}

export async function putBack(
  recordId: number,
  entries: readonly number[],
  keys: readonly string[],
  reason: string,
) {
  const data = { recordId, entries: [...entries], keys: [...keys], reason, timeZone: viewerZone() };
  return (await request(putting, { data })).putBack;
}
