// What a page asked first when it was opened is kept in this browser. When its address is opened again, the script in
// client/index.html asks the same at once, beside the code, and an answer waits for whoever asks word for word that: docs/decisions/079.
import type { PostOptions } from '../post.ts';
import { getSession, subscribeToSession } from '../session.ts';
import { postTogether } from './post-together.ts';

/** Left by client/index.html, or asked by `askAhead`. */
type AskedFirst = {
  readonly atMs: number;
  readonly headers: Record<string, string>;
  readonly contents: readonly string[];
  /** Of all of them, or of each. */
  readonly answers: Promise<unknown> | readonly Promise<unknown>[];
};

declare global {
  interface Window {
    askedFirst?: AskedFirst;
  }
}

/** Of one person in one company. The script in the page reads it by this name. */
export const askedFirstKey = 'asked-first';
/** The server takes so many in one request. */
const mostQuestions = 20;
const mostAddresses = 6;
/** What is asked later belongs to what the person does, not to how the page opens. */
const openingMs = 20_000;
/** An answer older than this may have missed a change before anything listens to changes. */
const freshMs = 2000;

type Kept = {
  readonly tenantId: string;
  readonly email: string;
  /** The address that was opened last comes first. */
  readonly pages: readonly { readonly address: string; readonly contents: readonly string[] }[];
};

const address = location.pathname + location.search;
let noted: string[] = [];
/** What this page has asked while it opened: whoever asks it again wants what is true then, and not what was. */
const askedHere = new Set<string>();
let isOpening = true;
let isOld = false;

/** As `postTogether`, but for what was asked first: its answer is on its way, and what this page asks first is noted. */
export async function askTogether(content: unknown, options: PostOptions = {}): Promise<unknown> {
  options.signal?.throwIfAborted();
  const asked = JSON.stringify(content);
  const first = askedHere.has(asked) ? null : takeFirstAnswer(asked, options.headers ?? {});
  if (performance.now() < openingMs) askedHere.add(asked);
  noteAskedFirst(asked);
  const answer = first === null ? null : await first.catch(() => null);
  return answer ?? postTogether(content, options);
}

/** The answer that was asked for before this question, or null: it is then asked for as ever. Each is given once. */
function takeFirstAnswer(content: string, headers: Record<string, string>): Promise<unknown> | null {
  const first = window.askedFirst;
  if (first === undefined) return null;
  const at = first.contents.indexOf(content);
  const isSame = Object.entries(first.headers).every(([name, value]) => headers[name] === value);
  if (!isSame || performance.now() - first.atMs > openingMs) {
    forgetFirstAnswers();
    return null;
  }
  if (at < 0) return null;
  if (performance.now() - first.atMs > freshMs) isOld = true;
  const contents = first.contents.with(at, '');
  window.askedFirst = { ...first, contents };
  return answerAt(first, at).then((body) => (hasData(body) ? body : null));
}

const answerAt = async ({ answers }: AskedFirst, at: number): Promise<unknown> => {
  if (!(answers instanceof Promise)) return answers[at];
  const bodies = await answers;
  return Array.isArray(bodies) ? bodies[at] : null;
};

const hasData = (body: unknown): body is { readonly data: unknown } =>
  typeof body === 'object' && body !== null && !('errors' in body) && 'data' in body && body.data != null;

/**
 * Asks what a page will ask whose code is still on its way. Whoever asks word for word the same is given that answer, as
 * of what was asked first; here are the data of each, or null, also of what the page was quicker to ask itself.
 */
export function askAhead(questions: readonly unknown[], headers: Record<string, string>): Promise<unknown>[] {
  const contents = questions.map((question) => JSON.stringify(question));
  const answers = questions.map((question, at) =>
    askedHere.has(contents[at] ?? '') ? Promise.resolve(null) : postTogether(question, { headers }),
  );
  const before = window.askedFirst;
  const earlier = before?.answers instanceof Promise ? undefined : before;
  window.askedFirst = {
    atMs: earlier?.atMs ?? performance.now(),
    headers,
    contents: [...(earlier?.contents ?? []), ...contents],
    answers: [...((earlier?.answers as readonly Promise<unknown>[] | undefined) ?? []), ...answers],
  };
  return answers.map(async (answer) => {
    const body = await answer.catch(() => null);
    return hasData(body) ? body.data : null;
  });
}

/** After a write nothing that was asked before it is true any more. */
export function forgetFirstAnswers(): void {
  delete window.askedFirst;
}

/** Whether an answer was shown that may have missed a change; it is said once. */
export function takeOldAnswers(): boolean {
  const was = isOld;
  isOld = false;
  return was;
}

/** To be asked first when the address of this page is opened again. */
function noteAskedFirst(content: string): void {
  if (!isOpening) return;
  const { tenantId, email, serviceToken } = getSession();
  const isHere = location.pathname + location.search === address;
  isOpening = isHere && noted.length < mostQuestions && performance.now() < openingMs;
  if (!isOpening || tenantId === null || email === null || serviceToken === null) return;
  noted = [...new Set([...noted, content])].slice(0, mostQuestions);
  try {
    const kept = JSON.parse(localStorage.getItem(askedFirstKey) ?? 'null') as Kept | null;
    const others = kept?.tenantId === tenantId && kept.email === email ? kept.pages : [];
    const pages = [{ address, contents: noted }, ...others.filter((page) => page.address !== address)];
    const next: Kept = { tenantId, email, pages: pages.slice(0, mostAddresses) };
    localStorage.setItem(askedFirstKey, JSON.stringify(next));
  } catch {
    // Without storage the page opens as it did before.
  }
}

/** After what decides on the first questions of pages has changed: they would be asked for nothing. */
export function forgetAskedFirst(): void {
  forgetFirstAnswers();
  noted = [];
  askedHere.clear();
  try {
    localStorage.removeItem(askedFirstKey);
  } catch {
    // Nothing could have been stored.
  }
}

subscribeToSession(() => {
  if (getSession().serviceToken === null) forgetAskedFirst();
});
