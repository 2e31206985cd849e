// An administrator looks at the company as a role, or as a person (decision 097). Looking is all that is done so: the viewer is made
// as that of the role or the person, and whatever changes something is refused.
import { userId } from '../kernel/ids.ts';
import type { RoleId, UserId } from '../kernel/ids.ts';
import { Refusal, invalid } from '../kernel/refusal.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import type { OperationName } from './permissions.ts';
import { findAuthorisedRecordType } from './authorised-record-type.ts';
import type { AuthorisedRecordType } from './authorised-record-type.ts';
import { mayOnRecordType } from './decide.ts';
import { findViewer, withRole } from './find-viewer.ts';

/** As the session has it. Of a person the role is what they had when it began; what they have now is what is seen. */
export type SessionView = { readonly roleId: RoleId; readonly userId: UserId | null };

export const isSameView = (one: SessionView | null, other: SessionView | null): boolean =>
  one?.roleId === other?.roleId && one?.userId === other?.userId;

/** No person has it: a role is looked at as one of its people who has no records, preferences and notifications. */
const nobody = userId(0);

/** Null where that cannot be looked as, or not any more. */
export function viewAs(config: TenantConfig, own: Viewer, view: SessionView): Viewer | null {
  const seen = findSeen(config, own, view);
  return seen === null || whyNotViewAs(config, own, seen) !== null ? null : seen;
}

function findSeen(config: TenantConfig, own: Viewer, view: SessionView): Viewer | null {
  const viewing = { by: own.userId, ownRoleId: own.roleId };
  if (view.userId !== null) {
    const person = findViewer(config, view.userId, own.sessionId);
    return person && { ...person, viewing };
  }
  const ofRole = withRole(config, own, view.roleId);
  return ofRole && { ...ofRole, userId: nobody, email: '', viewing };
}

/** What is looked as; refuses what cannot be. */
export function requireViewAs(config: TenantConfig, own: Viewer, view: SessionView): Viewer {
  if (view.userId === own.userId) throw invalid('That is you.', 'id');
  const seen = findSeen(config, own, view);
  if (seen === null) throw invalid('The role, or the person, is disabled.', 'id');
  const whyNot = whyNotViewAs(config, own, seen);
  if (whyNot !== null) throw new Refusal('FORBIDDEN', whyNot, { field: 'id' });
  return seen;
}

/** Nobody sees more by looking as somebody else than by their own role. */
function whyNotViewAs(config: TenantConfig, own: Viewer, seen: Viewer): string | null {
  if (!own.administers) return 'Only an administrator of this company views it as somebody else.';
  if (seen.administers)
    return `${seen.roleName} administers the company, as you do. View as a role that does not.`;
  for (const id of seen.recordTypes.keys()) {
    const theirs = findAuthorisedRecordType(config, seen, id);
    if (theirs === null) continue;
    const ours = findAuthorisedRecordType(config, own, id);
    const more = ours === null ? theirs.type.name : findMore(theirs, ours, own, seen);
    if (more !== null)
      return `${seen.roleName} sees ${more}, which your own role does not. Give it to your role first.`;
  }
  return null;
}

/** What is seen of the type by them and not by us, in words; null where there is nothing. */
function findMore(
  theirs: AuthorisedRecordType,
  ours: AuthorisedRecordType,
  own: Viewer,
  seen: Viewer,
): string | null {
  const { id, name } = theirs.type;
  for (const [key, field] of theirs.fields) if (!ours.fields.has(key)) return `${field.name} of ${name}`;
  if (theirs.maySeeDeleted && !ours.maySeeDeleted) return `deleted ${name}`;
  const lines = 'line item access';
  if (mayOnRecordType(seen, lines, id) && !mayOnRecordType(own, lines, id)) return `the lines of ${name}`;
  for (const { type, confinement } of theirs.sources) {
    const own = ours.sources.find((source) => source.type.id === type.id);
    if (own === undefined) return type.name;
    // Which of two filters lets more through is not known: only the same one is no more.
    if (own.confinement.length > 0 && sayConfinement(own.confinement) !== sayConfinement(confinement))
      return `other records of ${type.name}`;
  }
  return null;
}

const sayConfinement = (confinement: AuthorisedRecordType['sources'][number]['confinement']): string =>
  JSON.stringify(
    confinement.map(({ base, stored, criteria }) => [base?.name ?? null, stored?.id ?? null, criteria]),
  );

/**
 * What may be asked as a mutation meanwhile: going on being signed in, and ending it. Every other is refused, so that one
 * which is made tomorrow is.
 */
const whileViewing: ReadonlySet<OperationName> = new Set<OperationName>([
  'stopViewAs',
  'SaasUserLogout',
  'SaasUserLogin',
  'SaasTenantLogin',
  'getUserDetails',
]);

export const mayMutateWhileViewing = (name: OperationName): boolean => whileViewing.has(name);

/** In whose place nobody reads what is told to a person alone: notifications, and how they are mailed. */
export const readerOf = ({ userId: own, viewing }: Viewer): UserId => (viewing === null ? own : nobody);

const details = { details: { reason: 'ViewAs' } };

export const refuseChangeWhileViewing = () =>
  new Refusal(
    'FORBIDDEN',
    'You are viewing the company as somebody else, and can change nothing. Stop viewing first.',
    details,
  );

export const refuseOtherCompanyWhileViewing = () =>
  new Refusal(
    'FORBIDDEN',
    'You are viewing another company as somebody else. Stop viewing there before you go on here.',
    details,
  );

/** The role or the person was disabled, or given what the administrator does not have; or they administer no more. */
export const refuseViewThatIsOver = () =>
  new Refusal(
    'FORBIDDEN',
    'You cannot view the company as this role or person any more: their access or yours has changed. Stop viewing.',
    details,
  );
