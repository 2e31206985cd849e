import { BrandColumn } from '../brands/brand-column.tsx';
import { SecondFactorDone } from '../features/identity/second-factor/second-factor-done.tsx';

export function ConfiguredPage() {
  return (
    <BrandColumn
      title="Two-factor sign-in is on"
      subtitle="From now on, signing in asks for a code of your authenticator app."
    >
      <SecondFactorDone />
    </BrandColumn>
  );
}
