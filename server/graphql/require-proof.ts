import type { MemberContext } from './operation.ts';

/** Thrown out of the transaction, so that nothing is held while it is asked: the gate asks, and begins again. */
export class ProofWanted extends Error {}

/** For what an open browser is not enough. Called when all else allows it: what is refused anyway asks nobody who they are. */
export function requireProof({ isProved }: Pick<MemberContext, 'isProved'>): void {
  if (!isProved) throw new ProofWanted();
}
