import type { DeviceType } from '@aws-sdk/client-cognito-identity-provider';
import { mostListedDevices } from '@rowhouse/domain/identity/limits.ts';
import type { Log } from '../../log.ts';
import { createDevice } from './cognito-device-proof.ts';
import { sealDevice, unsealDevice } from './cognito-device-seal.ts';
import type { CognitoService } from './cognito-service.ts';
import type { CognitoTokens } from './cognito-tokens.ts';
import type { KnownDevice, ProviderSession, SecondFactor } from '../identity-provider.ts';
import type { Secret } from '../../secret.ts';

/** Of pools that do not track devices: none is remembered, none is listed. */
const noDevices = { InvalidUserPoolConfigurationException: null, InvalidParameterException: null } as const;
const noSuchDevice = { ...noDevices, ResourceNotFoundException: null } as const;

export type CognitoDevices = Pick<
  SecondFactor,
  'rememberDevice' | 'isRemembered' | 'listDevices' | 'forgetDevice'
> & {
  /** None skips the code any more. */
  forgetAll(session: ProviderSession): Promise<void>;
  /** The same for somebody else, by the key of the installation. */
  forgetAllOf(username: string): Promise<void>;
};

/** A device skips the code once it is confirmed and remembered; its sign-in then rests on a proof of its own. */
export function createCognitoDevices(parts: {
  service: CognitoService;
  tokens: CognitoTokens;
  secret: Secret;
  log: Log;
}): CognitoDevices {
  const { service, tokens, secret, log } = parts;
  const Limit = mostListedDevices;

  const setStatus = (
    AccessToken: string,
    DeviceKey: string,
    DeviceRememberedStatus: 'remembered' | 'not_remembered',
  ) =>
    service.ask(
      (client) => client.updateDeviceStatus({ AccessToken, DeviceKey, DeviceRememberedStatus }),
      noSuchDevice,
    );

  async function listRemembered(AccessToken: string): Promise<readonly DeviceType[]> {
    const answer = await service.ask((client) => client.listDevices({ AccessToken, Limit }), noDevices);
    return (answer?.Devices ?? []).filter(isRemembered);
  }

  return {
    async rememberDevice(session, { name }) {
      const { deviceKey, deviceGroupKey } = session.tokens ?? {};
      if (deviceKey === undefined || deviceGroupKey === undefined) return null;
      const AccessToken = await tokens.takeAccess(session);
      const { device, verifier } = createDevice(deviceKey, deviceGroupKey);
      const confirmed = await service.ask(
        (client) =>
          client.confirmDevice({
            AccessToken,
            DeviceKey: deviceKey,
            DeviceName: name.slice(0, 200),
            DeviceSecretVerifierConfig: verifier,
          }),
        // Known already, or forgotten since: the sign-in goes on without.
        { ...noSuchDevice, UsernameExistsException: null, NotAuthorizedException: null },
      );
      if (confirmed === null) {
        log.info({ cognito: 'ConfirmDevice' }, 'a device was not remembered');
        return null;
      }
      if (confirmed.UserConfirmationNecessary === true) {
        await setStatus(AccessToken, deviceKey, 'remembered');
      }
      return sealDevice(secret, device);
    },

    async isRemembered(session, token) {
      const device = unsealDevice(secret, token);
      if (device === null) return false;
      const AccessToken = await tokens.takeAccess(session);
      const answer = await service.ask(
        (client) => client.getDevice({ AccessToken, DeviceKey: device.key }),
        noSuchDevice,
      );
      return answer?.Device !== undefined && isRemembered(answer.Device);
    },

    async listDevices(session, currentToken) {
      const current = unsealDevice(secret, currentToken)?.key ?? null;
      const listed = await listRemembered(await tokens.takeAccess(session));
      return listed
        .map((device) => readDevice(device, current))
        .toSorted((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime());
    },

    async forgetDevice(session, DeviceKey) {
      const AccessToken = await tokens.takeAccess(session);
      const answer = await service.ask(
        (client) => client.forgetDevice({ AccessToken, DeviceKey }),
        noSuchDevice,
      );
      return answer !== null;
    },

    async forgetAll(session) {
      const AccessToken = await tokens.takeAccess(session);
      for (const { DeviceKey = '' } of await listRemembered(AccessToken)) {
        // The tokens of the current session are bound to its device: it stays, without its right.
        await (DeviceKey === session.tokens?.['deviceKey']
          ? setStatus(AccessToken, DeviceKey, 'not_remembered')
          : service.ask((client) => client.forgetDevice({ AccessToken, DeviceKey }), noSuchDevice));
      }
    },

    async forgetAllOf(Username) {
      const of = { UserPoolId: service.userPoolId, Username };
      const listed = await service.ask((client) => client.adminListDevices({ ...of, Limit }), noDevices);
      for (const { DeviceKey } of listed?.Devices ?? []) {
        await service.ask((client) => client.adminForgetDevice({ ...of, DeviceKey }), noSuchDevice);
      }
    },
  };
}

const attributeOf = ({ DeviceAttributes }: DeviceType, name: string): string | undefined =>
  DeviceAttributes?.find((attribute) => attribute.Name === name)?.Value;

const isRemembered = (device: DeviceType): boolean =>
  attributeOf(device, 'dev:device_remembered_status') !== 'not_remembered';

function readDevice(device: DeviceType, currentKey: string | null): KnownDevice {
  const createdAt = device.DeviceCreateDate ?? new Date(0);
  return {
    id: device.DeviceKey ?? '',
    name: attributeOf(device, 'device_name') ?? 'A device',
    isPresent: device.DeviceKey !== undefined && device.DeviceKey === currentKey,
    createdAt,
    lastUsedAt: device.DeviceLastAuthenticatedDate ?? device.DeviceLastModifiedDate ?? createdAt,
    expiresAt: null,
  };
}
