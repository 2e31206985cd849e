import type { AuthCall, AuthInput } from '@rowhouse/domain/identity/auth-calls.ts';
import { password } from './sign-in-server.ts';

/** For each call a body that its form takes, and that finds nothing: of codes, tickets and tokens that nobody has. */
export const authSamples: { readonly [Call in AuthCall]: AuthInput<Call> } = {
  methods: {},
  'sign-in': { email: 'nobody@example.com', password },
  'verify-code': { ticket: 'none', kind: 'TOTP', code: '000000', rememberDevice: true },
  'new-password': { ticket: 'none', password },
  redeem: { ticket: 'none' },
  'confirm-registration': { registrationId: 'none', code: '000000' },
  'resend-code': { registrationId: 'none' },
  'forgot-password': { email: 'nobody@example.com' },
  'reset-password': { email: 'nobody@example.com', code: '000000', password },
  invitation: { token: 'none' },
  'accept-invitation': { token: 'none', password, firstName: 'No', lastName: 'Body', phone: null },
  'first-link': { token: 'none' },
  'begin-installation': {
    token: 'none',
    email: 'nobody@example.com',
    password,
    firstName: 'No',
    lastName: 'Body',
    companyName: 'Nothing',
    companyUrl: 'nothing',
  },
  'begin-company': { token: 'none', companyName: 'Nothing', companyUrl: 'nothing' },
  'join-tenant': { token: 'none' },
  'change-password': { password: 'not the password', newPassword: 'another horse' },
  'setup-totp': {},
  'verify-totp': { code: '000000', rememberDevice: true },
  'set-preferred-mfa': { preferred: 'NONE', code: '000000' },
  'new-backup-codes': { code: '000000' },
  'skip-mfa': {},
  'security-state': {},
  'forget-device': { deviceId: 'none' },
  'end-session': { sessionId: 'none' },
  'sign-out-everywhere': { here: true },
};
