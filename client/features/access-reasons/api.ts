import type { WhySubject } from '../../platform/ask-why.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const explanationParts = graphql(`
  fragment ExplanationParts on AccessExplanation {
    isAllowed
    rule
    because
    remedy
    steps {
      words
      isPassed
    }
    since {
      at
      by {
        id
        name
      }
    }
    administrators {
      id
      name
      email
    }
  }
`);

const explainDocument = graphql(
  `
    query ExplainAccess($data: ExplainAccessInput!) {
      explainAccess(data: $data) {
        ...ExplanationParts
      }
    }
  `,
  explanationParts,
);

const explainRoleDocument = graphql(
  `
    query ExplainRoleAccess($data: ExplainRoleAccessInput!) {
      explainRoleAccess(data: $data) {
        ...ExplanationParts
      }
    }
  `,
  explanationParts,
);

const explainPageDocument = graphql(
  `
    query ExplainMenuPage($data: ExplainMenuPageInput!) {
      explainMenuPage(data: $data) {
        ...ExplanationParts
      }
    }
  `,
  explanationParts,
);

/** Of a page of the menu, by what it is called. */
export const explainMenuPage = async (name: string, signal?: AbortSignal): Promise<Explanation> =>
  (await request(explainPageDocument, { data: { name } }, { signal })).explainMenuPage;

export type Explanation = Awaited<ReturnType<typeof explainAccess>>;

export async function explainAccess(subject: WhySubject, signal?: AbortSignal) {
  const options = { signal, together: true };
  if (subject.roleId !== undefined)
    return (await request(explainRoleDocument, { data: subject }, options)).explainRoleAccess;
  return (await request(explainDocument, { data: subject }, options)).explainAccess;
}
