import { Suspense, useLayoutEffect, useState } from 'react';
import { BrandColumn } from '../brands/brand-column.tsx';
import { OpenRegistration } from '../features/identity/registration/open-registration.tsx';
import { useSignInMethods } from '../features/identity/sign-in/sign-in-methods.ts';
import { useFragment } from '../features/identity/entry/use-fragment.ts';
import {
  forgetInvitation,
  readInvitation,
  rememberInvitation,
} from '../platform/storage/opened-invitation.ts';
import { forgetFirstLink, readFirstLink, rememberFirstLink } from '../platform/storage/opened-first-link.ts';
import { InvitedPerson } from './invited-person.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Seldom opened: once for an installation. */
const FirstPerson = lazyPart(async () => ({ default: (await import('./first-person.tsx')).FirstPerson }));

export function RegisterPage() {
  const fragment = useFragment();
  const opened = fragment.get('invitation');
  const openedFirst = fragment.get('first');
  const [rememberedFirst] = useState(readFirstLink);
  const [isFirstOver, setIsFirstOver] = useState(false);
  const firstLink = openedFirst ?? rememberedFirst;
  const [remembered] = useState(readInvitation);
  const [turnedAway, setTurnedAway] = useState<string | null>(null);
  const token = opened ?? remembered;
  const { registration } = useSignInMethods();

  // Before the fragment leaves the address, whose gate asks for it.
  useLayoutEffect(() => {
    if (opened !== null) rememberInvitation(opened);
    if (openedFirst !== null) rememberFirstLink(openedFirst);
  }, [opened, openedFirst]);

  if (firstLink !== null && !isFirstOver) {
    return (
      <Suspense>
        <FirstPerson
          key={firstLink}
          token={firstLink}
          onOver={() => {
            forgetFirstLink();
            setIsFirstOver(true);
          }}
        />
      </Suspense>
    );
  }

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
