// The form of requests and answers, as the GraphQL over HTTP draft describes it.

import { graphqlLimits } from './documents.ts';

export type GraphqlRequest = {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
};

/** What a page asks when it opens, twice over. */
export const mostAtOnce = 20;

/** One request, or several that were sent at once and are answered in their order. */
export type GraphqlRequests =
  | { readonly one: GraphqlRequest }
  | { readonly several: readonly GraphqlRequest[] };

/** The requests that the body holds as JSON, or the sentence that says what is wrong with them. */
export function readRequests(body: string): GraphqlRequests | string {
  if (isNestedTooDeep(body)) return 'The request is nested too deep.';
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch {
    return 'The request cannot be read as JSON.';
  }
  if (!Array.isArray(asked)) {
    const one = readRequest(asked);
    return typeof one === 'string' ? one : { one };
  }
  if (asked.length === 0 || asked.length > mostAtOnce)
    return `Between one and ${mostAtOnce} requests can be sent at once.`;
  const several: GraphqlRequest[] = [];
  for (const each of asked) {
    const request = readRequest(each);
    if (typeof request === 'string') return request;
    several.push(request);
  }
  return { several };
}

/** Before it is parsed: to make a million objects, each in the other, costs a hundred times what it costs to look. */
function isNestedTooDeep(body: string): boolean {
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const unit = body.charCodeAt(at);
    if (unit === quote) {
      // To the end of the text; what is escaped does not end it.
      for (at += 1; at < body.length && body.charCodeAt(at) !== quote; at += 1)
        if (body.charCodeAt(at) === backslash) at += 1;
    } else if (unit === openBrace || unit === openBracket) {
      depth += 1;
      if (depth > graphqlLimits.bodyDepth) return true;
    } else if (unit === closeBrace || unit === closeBracket) depth -= 1;
  }
  return false;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [34, 92, 123, 125, 91, 93];

function readRequest(asked: unknown): GraphqlRequest | string {
  if (!isObject(asked)) return 'A request must be a JSON object.';
  const { query, operationName, variables, extensions, ...others } = asked;
  if (typeof query !== 'string' || query.trim() === '')
    return 'The request must have its document in "query".';
  if (operationName != null && typeof operationName !== 'string') return '"operationName" must be a text.';
  if (variables != null && !isObject(variables)) return '"variables" must be an object.';
  if (extensions != null && !isObject(extensions)) return '"extensions" must be an object.';
  if (Object.keys(others).length > 0)
    return 'A request has "query", "operationName", "variables" and "extensions", and no more.';
  return {
    query,
    ...(operationName != null && { operationName }),
    ...(variables != null && { variables }),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const responseJson = 'application/graphql-response+json';
export const plainJson = 'application/json';
export type AnswerType = typeof responseJson | typeof plainJson;

/**
 * Which of the two media types the client prefers by its Accept header: application/json unless it names the other one
 * and does not weigh it less. The two differ in the status of a request that was refused before it ran: 400 or 200.
 */
export function chooseAnswerType(accept: string | undefined): AnswerType {
  if (accept === undefined || !accept.toLowerCase().includes(responseJson)) return plainJson;
  const weights = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(type, quality === undefined ? 1 : Number(quality) || 0);
  }
  const weightOf = (type: AnswerType) => weights.get(type) ?? 0;
  return weightOf(responseJson) > 0 && weightOf(responseJson) >= weightOf(plainJson)
    ? responseJson
    : plainJson;
}
