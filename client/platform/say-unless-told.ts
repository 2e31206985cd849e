import { doubtConnection, getConnection } from './connection.ts';
import { isSessionEnd, RequestFailure } from './request-failure.ts';

/**
 * Says what failed, unless the dialog of the session or the bar of the connection says it already: one message for each
 * list is none better. Where the server is there all the same, nobody else says it.
 */
export async function sayUnlessTold(failure: unknown, say: () => void): Promise<void> {
  if (isSessionEnd(failure)) return;
  if (failure instanceof RequestFailure && failure.code === 'UNREACHABLE') {
    await doubtConnection();
    if (getConnection().state !== 'fine') return;
  }
  say();
}
