import { guessWindowMs } from '@rowhouse/domain/identity/limits.ts';
import { sessionEnded, tooManyGuesses } from '@rowhouse/domain/identity/rules.ts';
import { invalid, Refusal } from '@rowhouse/domain/kernel/refusal.ts';

const serviceUnreachable = () =>
  new Refusal('UNAVAILABLE', 'The sign-in service cannot be reached. Try again in a moment.');

export const serviceMisconfigured = () =>
  new Refusal(
    'UNAVAILABLE',
    'The sign-in service does not accept Rowhouse as it is set up. Ask your administrator.',
  );

const passwordMustBeReset = () =>
  new Refusal('UNAUTHENTICATED', 'This account needs a new password. Choose “Forgot password?” to set one.', {
    details: { reason: 'PasswordResetRequired' },
  });

/** The pool asks everyone for a factor, and gives whoever has none no way to set one up with us. */
export const factorSetUpElsewhere = () =>
  new Refusal(
    'FORBIDDEN',
    'This account must set up two-factor sign-in before it can enter, which is not possible here. Ask your administrator.',
  );

export const otherFactorAsked = () =>
  new Refusal(
    'FORBIDDEN',
    'This account uses a kind of two-factor sign-in that is not taken here. Ask your administrator for an authenticator app.',
  );

export const mailNotSent = () =>
  new Refusal('UNAVAILABLE', 'The mail with the code could not be sent. Try again in a moment.');

const signUpRefused = () =>
  new Refusal('FORBIDDEN', 'Your company’s rules do not allow this account. Ask your administrator.');

/** For what the service lets only an administrator do: the installation then needs a key of AWS. */
export const noAdministratorKey = () =>
  new Refusal(
    'UNAVAILABLE',
    'Rowhouse has no AWS credentials to do this for somebody else. Do it in the console of Amazon Cognito.',
  );

/** The rules of a pool are the pool's: what it says is put into our words, where we know them. */
function weakPassword(reason: string): Refusal {
  const kind = /must have (\w+) characters?/i.exec(reason)?.[1]?.toLowerCase();
  if (kind !== undefined) return invalid(`The password must have ${kind} characters.`, 'password');
  if (/not long enough/i.test(reason)) return invalid('Use a longer password.', 'password');
  if (/too long/i.test(reason)) return invalid('Use a shorter password.', 'password');
  if (/previous|history/i.test(reason)) {
    return invalid('This password was used before. Choose another one.', 'password');
  }
  return invalid('This password is not allowed here. Choose another one.', 'password');
}

const perMinuteMs = 60_000;

/** An error of the service: its kind is the name of the exception. */
export type CognitoError = { readonly name: string; readonly message: string };

/** What has the same meaning whatever was asked, although the exception's name says something else too. */
export function alwaysRefused({ name, message }: CognitoError): Refusal | null {
  if (/secret[ _]hash/i.test(message)) return serviceMisconfigured();
  if (/flow not enabled|not enabled for this client/i.test(message)) return serviceMisconfigured();
  if (name !== 'NotAuthorizedException') return null;
  if (/attempts exceeded/i.test(message)) return tooManyGuesses(guessWindowMs);
  return /(access|refresh) token/i.test(message) ? sessionEnded() : null;
}

/** What is left when whoever asked did not expect it. */
export function toCognitoRefusal({ name, message }: CognitoError): Refusal {
  switch (name) {
    case 'TooManyRequestsException':
      return tooManyGuesses(perMinuteMs);
    case 'LimitExceededException':
    case 'TooManyFailedAttemptsException':
      return tooManyGuesses(guessWindowMs);
    case 'InvalidPasswordException':
    case 'PasswordHistoryPolicyViolationException':
      return weakPassword(name === 'InvalidPasswordException' ? message : 'history');
    case 'NotAuthorizedException':
    case 'UserNotFoundException':
      return sessionEnded();
    case 'PasswordResetRequiredException':
      return passwordMustBeReset();
    case 'CodeDeliveryFailureException':
      return mailNotSent();
    case 'UserLambdaValidationException':
      return signUpRefused();
    case 'CredentialsProviderError':
      return noAdministratorKey();
    case 'ResourceNotFoundException':
    case 'InvalidParameterException':
    case 'InvalidUserPoolConfigurationException':
    case 'SoftwareTokenMFANotFoundException':
    case 'UnsupportedOperationException':
    case 'UnsupportedUserStateException':
    case 'AccessDeniedException':
    case 'ForbiddenException':
    case 'UserPoolAddOnNotEnabledException':
    case 'UnrecognizedClientException':
      return serviceMisconfigured();
    default:
      return serviceUnreachable();
  }
}
