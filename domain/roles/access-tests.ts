// What a role must never come to see or change, kept as data and held against every later change of its access.
import type { FieldAccess } from '../access/field-access.ts';
import { Refusal, invalid } from '../kernel/refusal.ts';

export type NamedTest = {
  readonly roleName: string;
  readonly fieldName: string;
  readonly typeName: string;
  /** The most that the role may have. */
  readonly most: FieldAccess;
};

const rank: Readonly<Record<FieldAccess, number>> = { NotAllowed: 0, ViewOnly: 1, Editable: 2 };

export const holds = (most: FieldAccess, level: FieldAccess): boolean => rank[level] <= rank[most];

/** 'Buyer must not see Discount of Purchase orders' */
export const sayAccessTest = ({ roleName, fieldName, typeName, most }: NamedTest): string =>
  `${roleName} must not ${most === 'NotAllowed' ? 'see' : 'change'} ${fieldName} of ${typeName}`;

const mostNamed = 3;

export function refuseBreaking(broken: readonly NamedTest[]): Refusal {
  const shown = broken.slice(0, mostNamed).map(sayAccessTest).join('; ');
  const more = broken.length > mostNamed ? `; and ${broken.length - mostNamed} more` : '';
  return new Refusal(
    'FORBIDDEN',
    `An access test forbids this: ${shown}${more}. Change the access otherwise, or remove the test first.`,
    { details: { reason: 'AccessTest' } },
  );
}

export const requireBound = (most: FieldAccess): void => {
  if (most === 'Editable')
    throw invalid('Choose what the role must not do: see the field, or change it.', 'most');
};

export const refuseTestThatFails = (test: NamedTest) =>
  invalid(`${test.roleName} may do that now. Close it in Field access first, then keep the test.`, 'most');

export const refuseSameTest = () => invalid('There is a test of this role and this field already.', 'field');
