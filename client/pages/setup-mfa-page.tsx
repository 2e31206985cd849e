import { secondFactorRequired } from '@rowhouse/domain/identity/rules.ts';
import { BrandColumn } from '../brands/brand-column.tsx';
import { useSecurityState } from '../features/identity/account/account-state.ts';
import { SecondFactorDoor } from '../features/identity/second-factor/second-factor-door.tsx';
import { useSession } from '../features/identity/use-session.ts';

export function SetupMfaPage() {
  const { secondFactorDemanded } = useSession();
  const isOn = useSecurityState().data?.totp.isPreferred === true;
  return (
    <BrandColumn
      title={isOn ? 'Two-factor sign-in is on' : 'Set up two-factor sign-in'}
      subtitle={sayWhy(isOn, secondFactorDemanded)}
    >
      <SecondFactorDoor />
    </BrandColumn>
  );
}

function sayWhy(isOn: boolean, isDemanded: boolean): string {
  if (isOn) {
    return isDemanded
      ? 'This session began without a code, and the company asks for one. Sign in again to go on.'
      : 'Your account asks for a code of your authenticator app besides the password.';
  }
  return isDemanded
    ? secondFactorRequired().message
    : 'Signing in then asks for a code from your phone as well: a stolen password alone opens nothing.';
}
