import { beforeEach, describe, expect, test } from 'vitest';
import {
  acknowledgeExpiry,
  endSession,
  enterTenant,
  expireSession,
  getSession,
  reloadSession,
  startSession,
} from './session.ts';
import { isQuestionSettled, settleQuestion, storageKeys } from './storage/local-storage.ts';

beforeEach(() => {
  localStorage.clear();
  reloadSession();
});

function signedIn() {
  for (const key of storageKeys) localStorage.setItem(key, `kept ${key}`);
  startSession('service', 'maya@example.com');
  enterTenant({ id: 7, url: 'northwind' }, 'backend');
}

describe('signing out', () => {
  test('clears the keys that Specification 3 lists, and no other', () => {
    signedIn();
    endSession('signed out');
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'berry-config',
      'bulk-download-data',
      'grid_density_factor',
    ]);
    expect(getSession()).toMatchObject({ serviceToken: null, tenantId: null, leftOnPurpose: true });
  });

  test('leaves a settled question settled', () => {
    const question = { tenant: '7', section: 'orders', recordType: '3', action: 'delete' };
    settleQuestion(question);
    endSession('signed out');
    expect(isQuestionSettled(question)).toBe(true);
    expect(isQuestionSettled({ ...question, recordType: '4' })).toBe(false);
  });
});

test('entering a tenant stores its id and its path', () => {
  signedIn();
  expect(localStorage.getItem('tenant_id')).toBe('7');
  expect(localStorage.getItem('tenantPath')).toBe('/northwind');
  expect(localStorage.getItem('backend_jwt')).toBe('backend');
  expect(localStorage.getItem('serviceTokenExpired')).toBeNull();
});

describe('an expired session', () => {
  test('is told once, and ends when it is read', () => {
    signedIn();
    expireSession();
    expect(getSession().expired).toBe(true);
    expect(localStorage.getItem('serviceTokenExpired')).toBe('true');
    expect(getSession().serviceToken).toBe('service');
    acknowledgeExpiry();
    expect(getSession()).toMatchObject({ expired: false, serviceToken: null, leftOnPurpose: false });
    expect(localStorage.getItem('serviceToken')).toBeNull();
  });

  test('does not log out when the stored flag is gone', () => {
    signedIn();
    expireSession();
    localStorage.removeItem('serviceTokenExpired');
    acknowledgeExpiry();
    expect(getSession()).toMatchObject({ expired: false, serviceToken: 'service' });
  });
});

describe('another tab', () => {
  const tell = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

  test('that signs out signs out this one', () => {
    signedIn();
    tell('serviceToken', null);
    expect(getSession().serviceToken).toBeNull();
  });

  test('that enters a tenant leaves this one in its own', () => {
    signedIn();
    localStorage.setItem('tenant_id', '8');
    localStorage.setItem('backend_jwt', 'of tenant 8');
    tell('backend_jwt', 'of tenant 8');
    expect(getSession()).toMatchObject({ tenantId: '7', backendToken: 'backend' });
  });
});
