import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  acknowledgeExpiry,
  enterTenant,
  getSession,
  reloadSession,
  renewSession,
  startSession,
} from '../session.ts';
import { abandonUnsavedWork, holdUnsavedWork } from '../unsaved-work.ts';
import { request, type Document } from './request.ts';

type Asked = { headers: Record<string, string> };
const asked: Asked[] = [];
let answers: unknown[] = [];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  abandonUnsavedWork();
  reloadSession();
  asked.length = 0;
  vi.stubGlobal('fetch', async (_path: string, { headers }: Asked) => {
    asked.push({ headers });
    return Response.json(answers.shift() ?? { data: { answered: true } });
  });
  startSession('service', 'maya@example.com');
  enterTenant({ id: 7, url: 'northwind' }, 'backend');
});

const document = 'query Anything { answered }' as unknown as Document<
  { answered: boolean },
  Record<string, never>
>;
const refused = (code: string, message = 'no', details?: unknown) => ({
  errors: [{ message, extensions: { code, ...(details !== undefined && { details }) } }],
});
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('the end of a session', () => {
  test('by UNAUTHENTICATED raises the modal; the keys stay until it is read', async () => {
    answers = [refused('UNAUTHENTICATED')];
    await expect(request(document)).rejects.toThrow('no');
    expect(getSession()).toMatchObject({ expired: true, held: false });
    expect(localStorage.getItem('serviceToken')).toBe('service');
    acknowledgeExpiry();
    expect(localStorage.getItem('serviceToken')).toBeNull();
  });

  test('by TokenExpiredError signs out at once, and raises the modal', async () => {
    answers = [refused('INTERNAL', 'TokenExpiredError: jwt expired')];
    await expect(request(document)).rejects.toThrow('TokenExpiredError');
    expect(getSession()).toMatchObject({ expired: true, serviceToken: null });
    expect(localStorage.getItem('serviceToken')).toBeNull();
  });

  test('is no end for what is not saved: the call goes out again under the new session', async () => {
    holdUnsavedWork('The record is not saved.');
    answers = [refused('UNAUTHENTICATED')];
    const saved = request(document);
    await settle();
    acknowledgeExpiry();
    renewSession('new service');
    await settle();
    expect(asked).toHaveLength(1);
    enterTenant({ id: 7, url: 'northwind' }, 'new backend');
    expect(await saved).toEqual({ answered: true });
    expect(asked[1]?.headers).toMatchObject({
      authorization: 'Bearer new service',
      backend_jwt: 'new backend',
      tenant_id: '7',
    });
  });

  test('lets wait whatever is asked while the page is held', async () => {
    holdUnsavedWork('The record is not saved.');
    answers = [refused('UNAUTHENTICATED')];
    const first = request(document);
    await settle();
    const second = request(document);
    await settle();
    expect(asked).toHaveLength(1);
    acknowledgeExpiry();
    renewSession('new service');
    enterTenant({ id: 7, url: 'northwind' }, 'new backend');
    expect(await Promise.all([first, second])).toHaveLength(2);
    expect(asked.slice(1).map(({ headers }) => headers['backend_jwt'])).toEqual([
      'new backend',
      'new backend',
    ]);
  });

  test('in another tenant than before answers nothing', async () => {
    holdUnsavedWork('The record is not saved.');
    answers = [refused('UNAUTHENTICATED')];
    const saved = request(document);
    await settle();
    acknowledgeExpiry();
    renewSession('new service');
    enterTenant({ id: 8, url: 'adventure-works' }, 'of another');
    await expect(saved).rejects.toThrow('Your session has ended. Please sign in again.');
    expect(asked).toHaveLength(1);
  });
});

test('a tenant that wants a second factor is remembered as such', async () => {
  answers = [refused('FORBIDDEN', 'Set it up to go on.', { reason: 'MfaRequired' })];
  await expect(request(document)).rejects.toThrow('Set it up');
  expect(getSession()).toMatchObject({ secondFactorDemanded: true, expired: false });
});
