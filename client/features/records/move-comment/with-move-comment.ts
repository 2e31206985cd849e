import { RequestFailure } from '../../../platform/request-failure.ts';
import { askMoveComment } from './ask-move-comment.ts';

/**
 * Sends, and once more with a comment where the move of a status asks for one. Without an answer the refusal stands.
 * @param send with the comment, once there is one
 */
export async function withMoveComment<Answer>(
  send: (more: { readonly comment?: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({});
  } catch (refusal) {
    if (!(refusal instanceof RequestFailure) || refusal.field !== 'comment') throw refusal;
    const comment = await askMoveComment(refusal.message);
    if (comment === null) throw refusal;
    return send({ comment });
  }
}
