import { useLayoutEffect, useState } from 'react';
import { BrandColumn } from '../brands/brand-column.tsx';
import { OpenRegistration } from '../features/identity/open-registration.tsx';
import { useSignInMethods } from '../features/identity/sign-in-methods.ts';
import { useFragment } from '../features/identity/use-fragment.ts';
import {
  forgetInvitation,
  readInvitation,
  rememberInvitation,
} from '../platform/storage/opened-invitation.ts';
import { InvitedPerson } from './invited-person.tsx';

export function RegisterPage() {
  const opened = useFragment().get('invitation');
  const [remembered] = useState(readInvitation);
  const [turnedAway, setTurnedAway] = useState<string | null>(null);
  const token = opened ?? remembered;
  const { registration } = useSignInMethods();

  // Before the fragment leaves the address, whose gate asks for it.
  useLayoutEffect(() => {
    if (opened !== null) rememberInvitation(opened);
  }, [opened]);

  if (token !== null && token !== turnedAway) {
    return (
      <InvitedPerson
        key={token}
        token={token}
        onTurnAway={() => {
          forgetInvitation();
          setTurnedAway(token);
        }}
      />
    );
  }
  return (
    <BrandColumn
      title="Create an account"
      subtitle={registration ? 'A code by mail confirms your address.' : undefined}
    >
      <OpenRegistration />
    </BrandColumn>
  );
}
