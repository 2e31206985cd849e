import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Posts JSON and reads the whole answer; the time is from the first byte sent to the last byte read. */
export function post(
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ ms: number; text: string }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ ms: performance.now() - began, text: Buffer.concat(chunks).toString() }),
        );
        response.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** GraphQL that must succeed. */
export async function graphql<Result>(
  url: string,
  query: string,
  variables: unknown,
  headers: Record<string, string>,
): Promise<{ ms: number; data: Result; bytes: number }> {
  const { ms, text } = await post(`${url}/graphql`, JSON.stringify({ query, variables }), headers);
  const answer = JSON.parse(text) as { data: Result | null; errors?: { message: string }[] };
  if (answer.data === null || answer.errors !== undefined)
    throw new Error(`${query.slice(0, 80)}: ${text.slice(0, 500)}`);
  return { ms, data: answer.data, bytes: text.length };
}

/** Several that only read, in one request, as a page asks them. */
export async function graphqlTogether(
  url: string,
  asked: readonly { readonly query: string; readonly variables: unknown }[],
  headers: Record<string, string>,
): Promise<{ ms: number }> {
  const { ms, text } = await post(`${url}/graphql`, JSON.stringify(asked), headers);
  const answers = JSON.parse(text) as readonly { data: unknown; errors?: unknown }[];
  if (answers.length !== asked.length || answers.some(({ data }) => data === null))
    throw new Error(text.slice(0, 500));
  return { ms };
}

/** Signs in and enters the only tenant, as a browser does; the headers of every call after. */
export async function signIn(
  url: string,
  email: string,
  password: string,
  tenantId?: number,
): Promise<Record<string, string>> {
  const { text } = await post(`${url}/auth/sign-in`, JSON.stringify({ email, password }));
  const { serviceToken } = JSON.parse(text) as { serviceToken?: string };
  if (serviceToken === undefined) throw new Error(text);
  const headers = {
    authorization: `Bearer ${serviceToken}`,
    ...(tenantId !== undefined && { tenant_id: String(tenantId) }),
  };
  const { data } = await graphql<{ SaasUserLogin: { token: string; tenant: { id: number } } }>(
    url,
    'mutation { SaasUserLogin { token tenant { id } } }',
    {},
    headers,
  );
  return {
    ...headers,
    backend_jwt: data.SaasUserLogin.token,
    tenant_id: String(data.SaasUserLogin.tenant.id),
  };
}
