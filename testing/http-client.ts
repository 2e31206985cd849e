// A signed-in person at a running server, over HTTP, with the headers of Specification 7.

export interface HttpClient {
  tenantId: number;
  /** Runs one operation; throws with the server's words when it refuses. */
  ask<Result>(document: string, variables?: object): Promise<Result>;
  headers: Record<string, string>;
}

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions?: Record<string, unknown> }[];
}

/** Signs in by e-mail and password, and enters the person's first tenant or the one named by its url. */
export async function signIn(
  url: string,
  { email, password, tenant }: { email: string; password: string; tenant?: string },
): Promise<HttpClient> {
  const response = await fetch(`${url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const answer = (await response.json()) as { serviceToken?: string; message?: string };
  if (!answer.serviceToken)
    throw new Error(`${email} cannot sign in (${response.status}): ${answer.message}`);
  const service = { authorization: `Bearer ${answer.serviceToken}` };

  const { getUserDetails } = await ask<{
    getUserDetails: { tenants: { tenant: { id: number; url: string } }[] };
  }>(url, service, 'query UserDetails { getUserDetails { tenants { tenant { id url } } } }');
  const tenants = getUserDetails.tenants.map((membership) => membership.tenant);
  const chosen = tenant === undefined ? tenants[0] : tenants.find((each) => each.url === tenant);
  if (!chosen) throw new Error(`${email} belongs to no such tenant.`);

  const { SaasTenantLogin } = await ask<{ SaasTenantLogin: { token: string } }>(
    url,
    service,
    'mutation TenantLogin($data: TenantLoginInput!) { SaasTenantLogin(data: $data) { token } }',
    { data: { tenantId: chosen.id } },
  );
  const headers = { ...service, backend_jwt: SaasTenantLogin.token, tenant_id: String(chosen.id) };
  return {
    tenantId: chosen.id,
    headers,
    ask: (document, variables) => ask(url, headers, document, variables),
  };
}

async function ask<Result>(
  url: string,
  headers: Record<string, string>,
  query: string,
  variables: object = {},
): Promise<Result> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as Answer;
  if (errors?.[0]) throw new Error(errors.map(({ message }) => message).join('\n'));
  if (data == null) throw new Error(`The server gives no answer (${response.status}).`);
  return data as Result;
}
