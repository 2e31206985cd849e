import { describe, expect, test } from 'vitest';
import { seal, unseal } from './secret.ts';

const secret = 'the secret of these tests, long enough';

describe('what is sealed', () => {
  const sealed = seal(secret, 'totp a', 'JBSWY3DPEHPK3PXP');

  test.each(['', 'JBSWY3DPEHPK3PXP', 'Zoë 🚪', 'x'.repeat(5000)])(
    'is opened where it was meant: %s',
    (text) => {
      expect(unseal(secret, 'totp a', seal(secret, 'totp a', text))).toBe(text);
    },
  );

  test('is unreadable, and never twice the same', () => {
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSW');
    expect(seal(secret, 'totp a', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed);
  });

  test('opens nothing elsewhere', () => {
    expect(unseal(secret, 'totp b', sealed)).toBeNull();
    expect(unseal('another secret, as long as the first one', 'totp a', sealed)).toBeNull();
  });

  test('opens nothing once any part of it was changed', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    const twisted = [...bytes].map((byte, index) => {
      const copy = Buffer.from(bytes);
      copy[index] = byte ^ 1;
      return copy.toString('base64url');
    });
    const spelled = [
      '',
      'a',
      `${sealed}=`,
      ` ${sealed}`,
      sealed.slice(0, -1),
      sealed.slice(0, 20),
      `${sealed}AAAA`,
    ];
    for (const forged of [...twisted, ...spelled, 'null', '{}', '../../etc'])
      expect(unseal(secret, 'totp a', forged)).toBeNull();
  });
});
