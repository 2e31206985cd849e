import { useState } from 'react';
import { BrandColumn } from '../brands/brand-column.tsx';
import { SecondFactorDone } from '../features/identity/second-factor/second-factor-done.tsx';
import { findTold } from '../features/identity/second-factor/told-once.ts';

export function ConfiguredPage() {
  // Whoever opens the address, or loads it anew, may have a second factor or none.
  const [isFresh] = useState(() => findTold() !== null);
  return (
    <BrandColumn
      title={isFresh ? 'Two-factor sign-in is on' : 'Two-factor sign-in'}
      subtitle={
        isFresh
          ? 'From now on, signing in asks for a code of your authenticator app.'
          : 'Whether signing in asks you for a code stands under “Profile and security”.'
      }
    >
      <SecondFactorDone />
    </BrandColumn>
  );
}
