import { makeRandomKey } from './random-key.ts';
import { isConnectionLost } from './request-failure.ts';
import { sendOnBadLine } from './send-through-gaps.ts';

/** Keys of what got no answer, by what was sent. */
const unanswered = new Map<string, string>();

/**
 * Sends what the server saves once for a key: again where the answer is lost, and under the same key when the person saves the same
 * again after no answer came at all.
 * @param name of the operation
 */
export async function sendOnce<Data extends object, Result>(
  name: string,
  data: Data,
  send: (data: Data & { idempotencyKey: string }) => Promise<Result>,
): Promise<Result> {
  const sent = `${name} ${JSON.stringify(data)}`;
  const idempotencyKey = unanswered.get(sent) ?? makeRandomKey();
  try {
    const result = await sendOnBadLine(() => send({ ...data, idempotencyKey }));
    unanswered.delete(sent);
    return result;
  } catch (failure) {
    if (isConnectionLost(failure)) unanswered.set(sent, idempotencyKey);
    else unanswered.delete(sent);
    throw failure;
  }
}
