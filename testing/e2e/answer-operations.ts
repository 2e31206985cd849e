import type { Route } from '@playwright/test';

type Asked = { readonly query: string };

/**
 * Answers some of the operations that a request asks together, and lets the server answer the others.
 *
 * @param answer made of what the server answered, where it says that it wants that; else those are not asked of it
 *   when they are all there is
 */
export async function answerOperations<Answer>(
  route: Route,
  isMeant: (document: string) => boolean,
  answer: (real: Answer) => object,
): Promise<void> {
  const asked = (route.request().postDataJSON() ?? {}) as Asked | readonly Asked[];
  const list = Array.isArray(asked) ? (asked as readonly Asked[]) : [asked as Asked];
  const meant = list.map(({ query }) => isMeant(query));
  if (!meant.includes(true)) return route.fallback();
  const wantsReal = answer.length > 0 || meant.includes(false);
  const real = wantsReal ? ((await (await route.fetch()).json()) as unknown) : null;
  const answers = list.map((_, at) => {
    const own = (Array.isArray(real) ? (real[at] as unknown) : real) as Answer;
    return meant[at] === true ? answer(own) : own;
  });
  return route.fulfill({ json: Array.isArray(asked) ? answers : answers[0] });
}
