import type { ViewAsKind } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const startDocument = graphql(`
  mutation StartViewAs($data: StartViewAsInput!) {
    startViewAs(data: $data) {
      since
    }
  }
`);

const stopDocument = graphql(`
  mutation StopViewAs {
    stopViewAs
  }
`);

/** Refused, with the reason, where the role or the person sees what one does not see oneself. */
export async function startViewAs(data: { kind: ViewAsKind; id: number }): Promise<void> {
  await request(startDocument, { data });
}

export async function stopViewAs(): Promise<void> {
  await request(stopDocument);
}
