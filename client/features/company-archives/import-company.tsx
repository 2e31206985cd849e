import Button from '@mui/material/Button';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useState, type ReactNode } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import styles from './company-archives.module.css';
import type { CompanyImport, ImportMade, ImportPlan } from './api.ts';
import { useCompanyImport } from './use-company-import.ts';

type ImportCompanyProps = {
  /** The name and the address of the new company, which begin as those of the archive. */
  renderForm: (form: {
    first: { name: string; url: string };
    onMake: (company: { name: string; url: string }) => Promise<void>;
  }) => ReactNode;
  onEnter: (made: ImportMade) => void;
};

/** An archive of a company: chosen, read whole, shown, and only then made a company of. */
export function ImportCompany({ renderForm, onEnter }: ImportCompanyProps) {
  const importing = useCompanyImport();
  const { found, error, sending, failure } = importing;
  const [isMove, setMove] = useState(false);
  if (error !== null)
    return (
      <ErrorAlert failure={error} title="It could not be asked for" onRetry={() => importing.lookAgain()} />
    );
  if (found === undefined) return <ProgressLine active label="Looking for an archive of yours" />;
  const state = sending === null ? (found?.state ?? null) : null;
  return (
    <>
      {failure !== null && <ErrorAlert failure={failure} title="The file was not sent" />}
      {sending !== null && (
        <Progress
          said={
            sending.isWaiting
              ? `Waiting for the connection. What has arrived of ${sending.name} stays.`
              : `Sending ${sending.name}`
          }
          part={sending.part}
        >
          <Button variant="text" fullWidth onClick={() => void importing.putAway()}>
            Cancel
          </Button>
        </Progress>
      )}
      {sending === null && (state === null || state === 'UPLOADING') && (
        <Choose onFile={(file) => void importing.send(file)} />
      )}
      {found !== null && state === 'CHECKING' && (
        <Progress said={`Reading ${found.fileName}. Nothing is brought in yet.`} part={partOf(found)} />
      )}
      {found?.plan != null && state === 'CHECKED' && (
        <>
          {found.problem != null && <Notice tone="warning">{found.problem}</Notice>}
          <Plan plan={found.plan} fileName={found.fileName} />
          <LabelledCheckbox
            label="The company moves here: its mails on a schedule go out from here. Otherwise they are paused."
            checked={isMove}
            onChange={({ target }) => setMove(target.checked)}
          />
          {renderForm({
            first: found.wanted ?? found.plan,
            onMake: (company) => importing.begin({ ...company, isMove }),
          })}
          <Button variant="text" fullWidth onClick={() => void importing.putAway()}>
            Choose another file
          </Button>
        </>
      )}
      {found !== null && state === 'RUNNING' && (
        <Progress
          said={`Bringing in ${found.wanted?.name ?? found.fileName}. You can leave this page meanwhile: nobody enters the company until all of it stands.`}
          part={partOf(found)}
        />
      )}
      {found !== null && state === 'REFUSED' && (
        <>
          <Notice tone="warning">{found.problem}</Notice>
          <Button variant="contained" size="large" fullWidth onClick={() => void importing.putAway()}>
            Choose another file
          </Button>
        </>
      )}
      {found?.made != null && state === 'FINISHED' && (
        <Done made={found.made} onEnter={onEnter} onAnother={() => void importing.putAway()} />
      )}
    </>
  );
}

const partOf = ({ done, sizeBytes }: CompanyImport): number => done / Math.max(sizeBytes, 1);

function Progress({ said, part, children }: { said: string; part: number; children?: ReactNode }) {
  return (
    <div className={styles.running}>
      <span role="status">{said}</span>
      <progress max={1} value={Math.min(part, 1)} aria-label={said} />
      {children}
    </div>
  );
}

function Choose({ onFile }: { onFile: (file: File) => void }) {
  return (
    <>
      <p>
        A file that an export of a company made, here or in another installation. All of it is read and
        checked first; then you see what it would make.
      </p>
      <FileButton
        label="Archive of a company"
        accept=".gz,.tgz,application/gzip"
        variant="contained"
        size="large"
        onFile={onFile}
      >
        Choose the file
      </FileButton>
    </>
  );
}

function Plan({ plan, fileName }: { plan: ImportPlan; fileName: string }) {
  const { name, exportedAt, recordTypes, records, files, missingFiles, people, newcomerCount, newcomers } =
    plan;
  const more = newcomerCount - newcomers.length;
  return (
    <div className={styles.body}>
      <p role="status">
        {fileName} is whole: {name} as of {showInstant(exportedAt, viewerZone())}, with{' '}
        {count(recordTypes, 'record type')}, {count(records, 'record')}, {count(files, 'file')} and{' '}
        {count(people, 'person', 'people')}.
      </p>
      {missingFiles > 0 && (
        <p className={styles.quiet}>
          {count(missingFiles, 'file')} could not be found when it was made: only the names are in it.
        </p>
      )}
      {newcomerCount === 0 ? (
        <p className={styles.quiet}>Everybody in it has an account here, which stays as it is.</p>
      ) : (
        <details>
          <summary>
            {count(newcomerCount, 'person has', 'people have')} no account here, and{' '}
            {newcomerCount === 1 ? 'gets' : 'get'} in once invited or registered with that email
          </summary>
          <ul className={styles.emails}>
            {newcomers.map((email) => (
              <li key={email}>{email}</li>
            ))}
            {more > 0 && <li>and {showCount(more)} more</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

type DoneProps = { made: ImportMade; onEnter: (made: ImportMade) => void; onAnother: () => void };

function Done({ made, onEnter, onAnother }: DoneProps) {
  return (
    <>
      <p role="status">
        {made.name} stands at /{made.url}, with {count(made.records, 'record')} and{' '}
        {count(made.files, 'file')}. {count(made.joined, 'person', 'people')} had an account here;{' '}
        {count(made.made, 'person', 'people')} {made.made === 1 ? 'is' : 'are'} new.
      </p>
      {made.pausedMails > 0 && (
        <Notice tone="info">
          {count(made.pausedMails, 'mail')} on a schedule {made.pausedMails === 1 ? 'is' : 'are'} paused: an
          administrator resumes them on the page Company.
        </Notice>
      )}
      {made.isMember ? (
        <Button variant="contained" size="large" fullWidth onClick={() => onEnter(made)}>
          Go to {made.name}
        </Button>
      ) : (
        <p>
          You are not among its people. One of its administrators invites you, or the command line makes you
          one: npm run rowhouse -- create-admin --tenant {made.url} --email YOUR-EMAIL
        </p>
      )}
      <Button variant="text" fullWidth onClick={onAnother}>
        Bring in another one
      </Button>
    </>
  );
}

const count = (number: number, one: string, many = `${one}s`): string =>
  `${showCount(number)} ${number === 1 ? one : many}`;
