import Button from '@mui/material/Button';
import { accentForm, accentGrounds, coloursOf, contrastOf } from '@rowhouse/domain/tenants/accent.ts';
import { useId, useRef, useState, type CSSProperties } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { Card } from '../../ui/card.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import type { Company } from './api.ts';
import styles from './company-brand.module.css';
import { drawLogo, UnreadablePicture } from './draw-logo.ts';
import { TenantBadge } from './tenant-badge.tsx';
import { useChangeCompany } from './use-company.ts';

type CompanyBrandProps = {
  company: Company;
  accent: string;
  accentFault: string | null;
  onAccent: (accent: string) => void;
  /** The logo is kept at once, beside what is typed in the form. */
  onLogo: (company: Company) => void;
};

export function CompanyBrand({ company, accent, accentFault, onAccent, onLogo }: CompanyBrandProps) {
  return (
    <Card
      title="Logo and colour"
      subtitle="In the menu, where people choose a company, and in mails to your members."
    >
      <div className={styles.parts}>
        <Logo company={company} accent={accent} onLogo={onLogo} />
        <Accent company={company} accent={accent} fault={accentFault} onAccent={onAccent} />
      </div>
    </Card>
  );
}

const seen = (accent: string): string | null => (accentForm.test(accent) ? accent : null);

function Logo({ company, accent, onLogo }: Pick<CompanyBrandProps, 'company' | 'accent' | 'onLogo'>) {
  const { putLogo } = useChangeCompany();
  const [fault, setFault] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const file = useRef<HTMLInputElement>(null);

  async function put(read: () => Promise<string | null>) {
    if (running) return;
    setRunning(true);
    setFault(null);
    try {
      onLogo(await putLogo({ version: company.version, content: await read() }));
      snackbars.success('Changes Saved!');
    } catch (failure) {
      setFault(failure instanceof UnreadablePicture ? failure.message : toSentence(failure));
    } finally {
      setRunning(false);
    }
  }

  return (
    <div className={styles.logo}>
      <TenantBadge name={company.name} accent={seen(accent)} logo={company.logo} />
      <div className={styles.buttons}>
        <Button variant="outlined" aria-disabled={running} onClick={() => file.current?.click()}>
          {company.logo === null ? 'Choose a logo' : 'Choose another logo'}
        </Button>
        {company.logo !== null && (
          <Button variant="text" aria-disabled={running} onClick={() => void put(async () => null)}>
            Remove the logo
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Logo file"
        accept="image/*"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (chosen !== undefined) void put(() => drawLogo(chosen));
        }}
      />
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

type AccentProps = Pick<CompanyBrandProps, 'company' | 'accent' | 'onAccent'> & { fault: string | null };

function Accent({ company, accent, fault, onAccent }: AccentProps) {
  const chosen = seen(accent);
  return (
    <div className={styles.accent}>
      <div className={styles.fields}>
        <TextInput
          label="Colour"
          value={accent}
          error={fault}
          hint="As # and six letters or digits; empty for none."
          maxLength={7}
          onChange={(value) => onAccent(value.toLowerCase())}
        />
        <input
          type="color"
          className={styles.picker}
          aria-label="Choose the colour"
          value={chosen ?? accentGrounds.dark}
          onChange={({ target }) => onAccent(target.value)}
        />
      </div>
      {chosen !== null && <AccentPreview name={company.name} accent={chosen} />}
    </div>
  );
}

/** The colour where it is used, in both palettes, with what was measured. */
function AccentPreview({ name, accent }: { name: string; accent: string }) {
  const { letters, markOnLight, markOnDark } = coloursOf(accent);
  return (
    <div className={styles.previews}>
      <p className={styles.measured}>
        Letters on it are read at {toRatio(contrastOf(letters, accent))} (4.5 is needed).
      </p>
      <Palette name={name} accent={accent} title="Light" ground={accentGrounds.light} mark={markOnLight} />
      <Palette name={name} accent={accent} title="Dark" ground={accentGrounds.dark} mark={markOnDark} />
    </div>
  );
}

type PaletteProps = { name: string; accent: string; title: string; ground: string; mark: string };

function Palette({ name, accent, title, ground, mark }: PaletteProps) {
  const id = useId();
  return (
    <div>
      <div
        className={styles.palette}
        role="img"
        aria-labelledby={id}
        style={{ '--ground': ground, '--mark': mark } as CSSProperties}
      >
        <TenantBadge name={name} accent={accent} />
      </div>
      <p id={id} className={styles.measured}>
        {title}: the mark of the menu stands out at {toRatio(contrastOf(mark, ground))} (3 is needed)
        {mark === accent ? '.' : `, drawn as ${mark}.`}
      </p>
    </div>
  );
}

const toRatio = (contrast: number): string => contrast.toFixed(1);
