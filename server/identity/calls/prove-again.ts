import { provedRecentlyMs } from '@rowhouse/domain/identity/limits.ts';
import { proofNeeded } from '@rowhouse/domain/identity/proof.ts';
import type { ProofKind } from '@rowhouse/domain/identity/proof.ts';
import { sessionEnded, signInAgainFirst, wrongCode, wrongPassword } from '@rowhouse/domain/identity/rules.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { SignedIn } from '@rowhouse/domain/kernel/viewer.ts';
import type { SignedInCaller } from '../identity.ts';
import type { CurrentSession } from '../sessions.ts';
import { secondFactorOf } from './identity-core.ts';
import type { IdentityCore } from './identity-core.ts';
import { findPasswordKeeper } from './password-calls.ts';

/** By a code of the app, or by a backup code where there are any: the phone may be what was lost. */
export async function spendCode(core: IdentityCore, caller: SignedInCaller, code: string): Promise<void> {
  const { session } = caller;
  const factor = secondFactorOf(core, session.provider);
  const right = await core.takeGuess('second factor', session.email, caller, async () => {
    const isTotp = /^\s*\d{3}\s?\d{3}\s*$/.test(code);
    if (!isTotp && !factor.hasBackupCodes) return null;
    const outcome = await (isTotp ? factor.spendTotp(session, code) : factor.spendBackupCode(session, code));
    return outcome === 'RIGHT' ? true : null;
  });
  if (right === null) throw wrongCode();
}

/** By what the person can prove here that it is them: whoever found an open session cannot. */
export async function findProofKind(core: IdentityCore, session: CurrentSession): Promise<ProofKind> {
  if (findPasswordKeeper(core, session) !== null) return 'PASSWORD';
  return (await secondFactorOf(core, session.provider).isPreferred(session)) ? 'CODE' : 'NONE';
}

/** Refuses where it is wrong or missing; where a provider alone knows the person, they have to come from there just now. */
export async function proveAgain(
  core: IdentityCore,
  caller: SignedInCaller,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const { session } = caller;
  const kind = await findProofKind(core, session);
  if (kind === 'CODE') {
    if (code === undefined) throw invalid('Enter the code', 'code');
    return spendCode(core, caller, code);
  }
  if (kind === 'NONE') {
    if (core.clock.now() - session.startedAt.getTime() > provedRecentlyMs) throw signInAgainFirst();
    return;
  }
  if (password === undefined) throw invalid('Password is a required field', 'password');
  const { email } = session;
  const right = await core.takeGuess('password', email, caller, async () => {
    const answer = await findPasswordKeeper(core, session)?.checkPassword(email, password, null);
    return answer === undefined || answer.outcome === 'WRONG' ? null : true;
  });
  if (right === null) throw wrongPassword();
}

/** Refuses whoever has not shown within the last minutes, in this session, that it is them. */
export async function requireProof(core: IdentityCore, signedIn: SignedIn): Promise<void> {
  const session = await core.sessions.find(signedIn);
  if (session === null) throw sessionEnded();
  const kind = await findProofKind(core, session);
  // To come from the provider is the proof of who has no other.
  const provedAt = kind === 'NONE' ? session.startedAt : session.provedAt;
  if (provedAt === null || core.clock.now() - provedAt.getTime() > provedRecentlyMs) throw proofNeeded(kind);
}
