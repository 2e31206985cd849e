// What is judged before anything is sent, by the same forms that the server judges by.
import { whyNotPassword } from '@rowhouse/domain/identity/rules.ts';
import type { ZodType } from 'zod';
import { faultsOfIssues } from '../../../ui/form-dialog/faults-of-issues.ts';
import type { Faults, Given } from './entry-form.tsx';

/** The first fault of each field. */
export function findFaults(form: ZodType, given: unknown): Faults | null {
  const { error } = form.safeParse(given);
  if (error === undefined) return null;
  return faultsOfIssues(error.issues);
}

export function findNewPasswordFault({ password = '' }: Given): Faults | null {
  const fault = whyNotPassword(password);
  return fault === null ? null : { password: fault };
}
