import { signInForm } from '@rowhouse/domain/identity/rules.ts';
import { findFaults } from '../entry/entry-checks.ts';
import type { Faults, Given } from '../entry/entry-form.tsx';

export const findSignInFaults = ({ email, password }: Given): Faults | null =>
  findFaults(signInForm, { email, password });
