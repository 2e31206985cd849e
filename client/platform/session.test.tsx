import { beforeEach, describe, expect, test } from 'vitest';
import {
  acknowledgeExpiry,
  endSession,
  enterTenant,
  expireSession,
  getSession,
  leaveTenant,
  reloadSession,
  renewSession,
  startSession,
  whenReleased,
} from './session.ts';
import { abandonUnsavedWork, hasUnsavedWork, holdPage, holdUnsavedWork } from './unsaved-work.ts';
import { isQuestionSettled, settleQuestion, storageKeys } from './storage/local-storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  abandonUnsavedWork();
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

describe('a session that ends over unsaved work', () => {
  test('keeps the person and the place in memory, and nothing of them in the storage', () => {
    signedIn();
    holdUnsavedWork('The record is not saved.');
    expireSession();
    endSession('over');
    expect(Object.keys(localStorage)).not.toContain('serviceToken');
    expect(Object.keys(localStorage)).not.toContain('userEmail');
    acknowledgeExpiry();
    expect(getSession()).toMatchObject({
      expired: false,
      held: true,
      serviceToken: null,
      backendToken: null,
      email: 'maya@example.com',
      tenantId: '7',
      tenantPath: '/northwind',
    });
  });

  test('is held over rows that are selected too, of which nobody is asked', () => {
    signedIn();
    const letGo = holdPage();
    expect(hasUnsavedWork()).toBe(false);
    expireSession();
    acknowledgeExpiry();
    expect(getSession()).toMatchObject({ held: true, serviceToken: null, tenantPath: '/northwind' });
    letGo();
    signedIn();
    expireSession();
    acknowledgeExpiry();
    expect(getSession()).toMatchObject({ held: false, tenantPath: null });
  });

  test('is over for its calls when the same person is in the same tenant again', async () => {
    signedIn();
    holdUnsavedWork('The record is not saved.');
    expireSession();
    acknowledgeExpiry();
    let released = false;
    const waiting = whenReleased().then(() => (released = true));
    renewSession('the new service');
    await Promise.resolve();
    expect(getSession()).toMatchObject({ serviceToken: 'the new service', backendToken: null, held: true });
    expect(released).toBe(false);
    enterTenant({ id: 7, url: 'northwind' }, 'the new backend');
    await waiting;
    expect(getSession()).toMatchObject({ backendToken: 'the new backend', held: false });
    expect(localStorage.getItem('userEmail')).toBe('maya@example.com');
  });

  test('is let go when the person takes another account, or belongs to the tenant no more', () => {
    for (const leave of [() => endSession('signed out'), leaveTenant]) {
      signedIn();
      holdUnsavedWork('The record is not saved.');
      expireSession();
      acknowledgeExpiry();
      leave();
      expect(getSession()).toMatchObject({ held: false, tenantId: null });
      abandonUnsavedWork();
    }
  });

  test('does not hold a call that is given up', async () => {
    signedIn();
    holdUnsavedWork('The record is not saved.');
    expireSession();
    const giveUp = new AbortController();
    const waiting = whenReleased(giveUp.signal);
    giveUp.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
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

  test('that signs out does not take away what is not saved here: the modal is raised', () => {
    signedIn();
    holdUnsavedWork('The record is not saved.');
    tell('serviceToken', null);
    expect(getSession()).toMatchObject({ expired: true, held: true, serviceToken: null, tenantId: '7' });
    acknowledgeExpiry();
    expect(getSession()).toMatchObject({ expired: false, held: true });
  });

  test('that signs the same person in again is followed, and the tenant of this one is entered anew', () => {
    signedIn();
    localStorage.setItem('serviceToken', 'of the other tab');
    localStorage.setItem('tenant_id', '8');
    tell('serviceToken', 'of the other tab');
    expect(getSession()).toMatchObject({
      serviceToken: 'of the other tab',
      backendToken: null,
      tenantId: '7',
      held: true,
    });
  });

  test('that signs somebody else in leaves nothing of the former person', () => {
    signedIn();
    localStorage.clear();
    localStorage.setItem('userEmail', 'ben@example.com');
    localStorage.setItem('serviceToken', "Ben's");
    tell('serviceToken', "Ben's");
    expect(getSession()).toMatchObject({ serviceToken: "Ben's", email: 'ben@example.com', tenantId: null });
  });

  test('that stands in another tenant does not move this one at a reload', () => {
    signedIn();
    localStorage.setItem('tenant_id', '8');
    localStorage.setItem('tenantPath', '/adventure-works');
    localStorage.setItem('backend_jwt', 'of tenant 8');
    reloadSession();
    expect(getSession()).toMatchObject({ tenantId: '7', tenantPath: '/northwind', backendToken: null });
  });
});
