import { callAuth } from '../../../platform/auth.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { LabelledCheckbox } from '../../../ui/labelled-checkbox.tsx';
import { CodeInput } from '../entry/code-input.tsx';
import { findCodeFault } from '../entry/code-check.ts';
import { EntryForm } from '../entry/entry-form.tsx';
import { QrPicture } from './qr-picture.tsx';
import styles from './second-factor-set-up.module.css';

type SecondFactorSetUpProps = {
  /** Base32, and the otpauth: URI of the picture. */
  secret: string;
  uri: string;
  onDone: (backupCodes: readonly string[]) => Promise<void>;
};

export function SecondFactorSetUp({ secret, uri, onDone }: SecondFactorSetUpProps) {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className={styles.setUp}>
      <section aria-labelledby="scan" className={styles.part}>
        <h2 id="scan" className={styles.heading}>
          1. Add the account to your authenticator app
        </h2>
        <p className={styles.note}>
          An authenticator app makes a new code every 30 seconds. Any will do, such as Google Authenticator or
          Microsoft Authenticator.
        </p>
        <QrPicture text={uri} label="QR code of the key. The same key stands below as text." />
        <p className={styles.note}>Cannot scan it? Type this key into the app instead.</p>
        <div className={styles.key}>
          {/* In groups for the eye; read and copied without the spaces. */}
          <code className={styles.groups}>
            {groups.map((group, index) => (
              <span key={`${index} ${group}`}>{group}</span>
            ))}
          </code>
          <CopyButton label="Copy key" text={secret} done="Key copied to clipboard" />
        </div>
      </section>
      <section aria-labelledby="prove" className={styles.part}>
        <h2 id="prove" className={styles.heading}>
          2. Enter the code that the app shows
        </h2>
        <EntryForm
          fields={['code']}
          verb="Turn on two-factor"
          verbRunning="Turning on…"
          check={findCodeFault}
          onSend={async ({ code = '', rememberDevice }) => {
            const { backupCodes } = await callAuth('verify-totp', {
              code,
              rememberDevice: rememberDevice !== undefined,
            });
            await onDone(backupCodes);
          }}
        >
          {(faults) => (
            <>
              <CodeInput fault={faults['code']} />
              <LabelledCheckbox name="rememberDevice" label="Remember this device for 30 days" />
            </>
          )}
        </EntryForm>
      </section>
    </div>
  );
}
