import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Whatever is wrong with it, the sentence says what it must be. */
function whole(least: number, most: number) {
  const rule = `a whole number from ${least} to ${most}`;
  return z.coerce.number(rule).int(rule).min(least, rule).max(most, rule);
}

function hours(least: number) {
  const rule = `a number of hours from ${least} to 720`;
  return z.coerce.number(rule).min(least, rule).max(720, rule);
}

const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, words.join(', ').replace(/, ([^,]*)$/, ' or $1'));
const onOrOff = oneOf('on', 'off');
const filled = z.string().min(1);

const likeAddress = 'an address like https://rowhouse.example.com';
/** With its protocol: of localhost:4000 'localhost:' is one, and every link that begins with it leads nowhere. */
const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
const webAddress = z.string().refine(isWebAddress, likeAddress);

/** Pages, links and calls begin at the root of it. */
const ownAddress = webAddress
  .refine((text) => {
    const url = URL.parse(text);
    return url === null || `${url.origin}/` === url.href;
  }, `${likeAddress}, without a path or a user: Rowhouse stands at the root of a host, behind a proxy too`)
  .transform((text) => new URL(text).origin);

const likeDatabase = 'an address like postgres://user:password@host:5432/database';
const databaseAddress = z
  .string()
  .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), likeDatabase);

const likeMailServer =
  'an address like smtp://user:password@mail.example.com:587, or one that begins with smtps://';
const mailServer = z
  .string()
  .refine((text) => /^smtps?:\/\/./.test(text) && (URL.parse(text)?.hostname ?? '') !== '', likeMailServer);

/** One sender, as a mail names it; the host of a machine without a domain is enough. */
const sender = z
  .string()
  .regex(
    /^(?:(?:"[^"<>\r\n]*"|[^"<>,@\r\n]*)\s*<[^<>\s,@"]+@[^<>\s,@"]+>|[^<>\s,@"]+@[^<>\s,@"]+)$/,
    'an email, alone or as in Rowhouse <no-reply@example.com>',
  );

const hostName = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text),
    'an address of this machine like 0.0.0.0, 127.0.0.1 or ::, without a protocol or a port',
  );

const region = z.string().regex(/^[A-Za-z0-9-]+$/, 'a region like eu-central-1');
const longSecret = z.string().min(32, 'at least 32 characters long');

/** The one place that reads the environment. Each variable is named, with its meaning, in `.env.example`. */
const variables = z.object({
  PORT: whole(0, 65535).default(4000),
  HOST: hostName.default('0.0.0.0'),
  DATA_DIR: filled.default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_APP_URL: databaseAddress.optional(),
  DATABASE_LISTEN_URL: databaseAddress.optional(),
  DATABASE_POOL_SIZE: whole(2, 200).default(10),
  // Its ids end at 2^53 (ids-of-cell.ts).
  CELL: whole(0, 8191).default(0),
  PUBLIC_URL: ownAddress.optional(),
  SECRET: longSecret.optional(),
  SECRET_BEFORE: longSecret.optional(),
  LOG_LEVEL: oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace').default('info'),
  NODE_ENV: oneOf('development', 'test', 'production').optional(),
  API_EXPLORER: onOrOff.optional(),
  PROXY_HOPS: whole(0, 10).default(0),
  DEMO: onOrOff.optional(),
  AUDIT_RETENTION_YEARS: whole(1, 100).optional(),
  TOKEN_LIFETIME_HOURS: hours(0.001).default(24),
  SESSION_IDLE_HOURS: hours(0.1).default(4),
  BREACHED_PASSWORDS: filled.optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/,
      'the name of a bucket: 3 to 63 letters, digits, dots and dashes',
    )
    .optional(),
  S3_REGION: region.optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_ACCESS_KEY_ID: filled.optional(),
  S3_SECRET_ACCESS_KEY: filled.optional(),
  S3_BROWSER_ENDPOINT: z
    .string()
    .refine((text) => text === 'off' || isWebAddress(text), `${likeAddress}, or off`)
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9/_.-]*\/$/, 'plain characters with / at the end, like rowhouse/')
    .optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: sender.default('Rowhouse <no-reply@localhost>'),
  MAILBOX: onOrOff.optional(),
  REGISTRATION: onOrOff.default('on'),
  MFA_SKIP_EXEMPT_EMAIL: z.email('an email').optional(),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: filled.optional(),
  OIDC_CLIENT_SECRET: filled.optional(),
  OIDC_SCOPES: z
    .string()
    .refine(
      (text) => text.split(/\s+/).includes('openid'),
      'words with spaces between them, openid among them',
    )
    .default('openid email profile'),
  OIDC_LABEL: filled.max(60, 'at most 60 characters long').default('Continue with your company account'),
  COGNITO_REGION: region.optional(),
  COGNITO_USER_POOL_ID: z
    .string()
    .regex(/^[\w-]+_\w+$/, 'the id of a user pool like eu-central-1_AbCdEfGhI')
    .optional(),
  COGNITO_CLIENT_ID: filled.optional(),
  COGNITO_CLIENT_SECRET: filled.optional(),
  COGNITO_ENDPOINT: webAddress.optional(),
  PASSWORD_SIGN_IN: onOrOff.optional(),
  COMPANIES: oneOf('anyone', 'operators').default('operators'),
  OPERATORS: z.string().default(''),
  COUNT_BUDGET_MS: whole(1, 10_000).default(150),
  NUMBERS_AT_ONCE: whole(1, 4).default(1),
  CALLS_PER_MINUTE: whole(0, 10_000_000).default(6000),
  STOP_GRACE_SECONDS: whole(0, 60).optional(),
  EMBED_HOSTS: z.string().default(''),
  METRICS_PORT: whole(1, 65535).optional(),
  METRICS_HOST: hostName.optional(),
  BACKUP_DIR: filled.optional(),
  BACKUP_EVERY_HOURS: hours(0.02).default(24),
  BACKUP_KEEP: whole(1, 1000).default(7),
});

/** What they hold is said to nobody: addresses have passwords in them. */
const untold = /SECRET|PASSWORD(?!_SIGN_IN)|_KEY|^DATABASE_\w*URL$|^SMTP_URL$/;

/** 'PORT is not usable: it is 'abc', and must be a whole number from 0 to 65535.' */
function sayUnusable(name: string, given: string | undefined, rule: string): string {
  const shown =
    given === undefined || untold.test(name)
      ? ''
      : `is '${given.replace(/\/\/[^/@]*@/, '//…@').slice(0, 100)}', and `;
  return `${name} is not usable: it ${shown}must be ${rule}.`;
}

/** Every variable of the environment that the server reads. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The same database past the pooler to which DATABASE_URL leads; undefined where there is none. */
  readonly databaseAppUrl: string | undefined;
  readonly databaseListenUrl: string | undefined;
  readonly databasePoolSize: number;
  /** Whose ids this database gives. */
  readonly cell: number;
  readonly publicUrl: string | undefined;
  /** Signs tokens and links; made and kept under DATA_DIR when the environment gives none. */
  readonly secret: string | undefined;
  /** The one before it, while it is being changed: it opens and verifies what was made with it. */
  readonly secretBefore: string | undefined;
  readonly logLevel: string;
  /** 'local' when NODE_ENV says nothing: as production, but for the demo, and the mailbox of a machine without mail. */
  readonly mode: 'development' | 'test' | 'production' | 'local';
  /** GraphiQL and introspection at /graphql. */
  readonly explorer: boolean;
  /** How many proxies stand before the server; the address of a request is taken from behind them. */
  readonly proxyHops: number;
  /**
   * Whether a first start of an empty database makes the demo companies, and with which passwords: those that everybody knows
   * never in production. Unasked only for a look round: on the embedded database, and not in production.
   */
  readonly demo: 'off' | 'known-passwords' | 'random-passwords';
  /** Who makes companies in the browser: whoever has a confirmed account, or only those who run the installation. */
  readonly companies: 'anyone' | 'operators';
  /** Emails of those who run the installation: in the browser they make companies and bring them in, whatever `companies` says. */
  readonly operators: readonly string[];
  /** For how many years any audit log is kept; null: forever. */
  readonly auditRetentionYears: number | null;
  readonly tokenLifetimeMs: number;
  /** How long a session lasts that nobody uses. */
  readonly sessionIdleMs: number;
  /** The path of a list of them. */
  readonly breachedPasswords: string | undefined;
  /** How long an answer may wait for its total before it goes out without. */
  readonly countBudgetMs: number;
  /** How many readings for numbers over records one company has at a time. */
  readonly numbersAtOnce: number;
  /** Of a person, in one process; 0: no limit. */
  readonly callsPerMinute: number;
  /** From the signal to stop, in which /readyz says so and all is answered as ever, to the last new connection. */
  readonly stopGraceMs: number;
  /** Null: files stand under DATA_DIR. */
  readonly s3: S3Config | null;
  readonly mail: MailConfig;
  readonly identity: IdentityConfig;
  /** Origins of servers whose dashboards may be shown in frames. */
  readonly embedOrigins: readonly string[];
  /** Where /metrics and /readyz stand alone; null: with everything else. */
  readonly watch: { readonly port: number; readonly host: string } | null;
  /** Null: nobody asked for backups by a schedule. */
  readonly backup: BackupConfig | null;
};

export type BackupConfig = { readonly folder: string; readonly everyMs: number; readonly keep: number };

export type S3Config = {
  readonly bucket: string;
  readonly region: string;
  /** Of a server other than AWS. */
  readonly endpoint: string | undefined;
  /** Where browsers reach it to send files; undefined: as this server does, null: not at all. */
  readonly browserEndpoint: string | undefined | null;
  /** Before each key; empty, or with / at its end. */
  readonly prefix: string;
  /** Null: as the AWS tools find them (environment, shared files, the role of the machine). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
};

export type MailConfig = {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Mails are kept for a page behind a secret instead of being sent. Never in production. */
  readonly mailbox: boolean;
};

export type OidcConfig = {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: a public client, by PKCE alone. */
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  readonly label: string;
};

export type CognitoConfig = {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** Of a stand-in for the service; absent: the service itself. */
  readonly endpoint: string | undefined;
};

/** Cognito takes the place of the passwords kept here; an OpenID provider stands beside them, or alone. */
export type IdentityConfig = {
  readonly cognito: CognitoConfig | null;
  readonly oidc: OidcConfig | null;
  readonly passwords: boolean;
  readonly registration: boolean;
  /** The one account to which putting off two-factor is always offered (Specification 9). */
  readonly mfaSkipExemptEmail: string | null;
};

/** What a file `.env` in the current folder sets, unless the environment says otherwise. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Said to whoever starts the server; its message is one clear sentence per wrong variable. */
export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues
        // One value can break two parts of one rule: the first says what it is about.
        .filter(({ path }, index, issues) => issues.findIndex((one) => one.path[0] === path[0]) === index)
        .map(({ path, message }) => {
          const name = String(path[0]);
          return sayUnusable(name, given[name], message);
        })
        .join('\n'),
    );
  }
  const value = parsed.data;
  const mode = value.NODE_ENV ?? 'local';
  const isProduction = mode === 'production';
  for (const name of ['DATABASE_APP_URL', 'DATABASE_LISTEN_URL'] as const)
    if (value[name] !== undefined && value.DATABASE_URL === undefined)
      throw new ConfigError(`${name} is set, but not DATABASE_URL: it is another way to the same database.`);
  const withDatabaseServer = value.DATABASE_URL !== undefined && (isProduction || mode === 'local');
  if (withDatabaseServer && value.SECRET === undefined) {
    throw new ConfigError(
      'SECRET is not set: with DATABASE_URL it must be given, so that every process signs with the same one.',
    );
  }
  if (isProduction && value.MAILBOX === 'on') {
    throw new ConfigError('MAILBOX is on: it shows mails with codes, so it does not exist in production.');
  }
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    databaseAppUrl: value.DATABASE_APP_URL,
    databaseListenUrl: value.DATABASE_LISTEN_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    cell: value.CELL,
    publicUrl: value.PUBLIC_URL,
    secret: value.SECRET,
    secretBefore: value.SECRET_BEFORE,
    logLevel: value.LOG_LEVEL,
    mode,
    explorer: value.API_EXPLORER === undefined ? mode === 'development' : value.API_EXPLORER === 'on',
    proxyHops: value.PROXY_HOPS,
    demo: readDemo(value),
    companies: value.COMPANIES,
    operators: readOperators(value),
    auditRetentionYears: value.AUDIT_RETENTION_YEARS ?? null,
    tokenLifetimeMs: value.TOKEN_LIFETIME_HOURS * 3_600_000,
    breachedPasswords: value.BREACHED_PASSWORDS,
    sessionIdleMs: value.SESSION_IDLE_HOURS * 3_600_000,
    countBudgetMs: value.COUNT_BUDGET_MS,
    numbersAtOnce: value.NUMBERS_AT_ONCE,
    callsPerMinute: value.CALLS_PER_MINUTE,
    // Where one server is all there is, nobody is sent elsewhere meanwhile.
    stopGraceMs: 1000 * (value.STOP_GRACE_SECONDS ?? (isProduction && withDatabaseServer ? 5 : 0)),
    s3: readS3(value),
    mail: {
      smtpUrl: value.SMTP_URL,
      from: value.MAIL_FROM,
      mailbox:
        value.SMTP_URL === undefined &&
        !isProduction &&
        (value.MAILBOX === undefined ? value.DATABASE_URL === undefined : value.MAILBOX === 'on'),
    },
    identity: readIdentity(value),
    embedOrigins: readEmbedOrigins(value),
    watch: readWatch(value),
    backup: readBackup(value),
  };
}

type Variables = z.output<typeof variables>;

function readOperators({ OPERATORS }: Variables): string[] {
  const emails = OPERATORS.split(/[\s,]+/).filter((part) => part !== '');
  const wrong = emails.find((email) => !z.email().safeParse(email).success);
  if (wrong !== undefined)
    throw new ConfigError(
      `OPERATORS is not usable: '${wrong}' is no email. It takes emails with commas between them.`,
    );
  return emails.map((email) => email.toLowerCase());
}

function readDemo({ DEMO, DATABASE_URL, NODE_ENV }: Variables): Config['demo'] {
  const isProduction = NODE_ENV === 'production';
  const isWanted = DEMO === undefined ? DATABASE_URL === undefined && !isProduction : DEMO === 'on';
  if (!isWanted) return 'off';
  return isProduction ? 'random-passwords' : 'known-passwords';
}

/** Reached from this machine alone, unless it is said otherwise. */
function readWatch({ METRICS_PORT, METRICS_HOST, PORT }: Variables): Config['watch'] {
  if (METRICS_PORT === undefined) {
    if (METRICS_HOST !== undefined) throw new ConfigError('METRICS_HOST is set, but not METRICS_PORT.');
    return null;
  }
  if (METRICS_PORT === PORT)
    throw new ConfigError('METRICS_PORT is the same as PORT: leave it empty, or name another one.');
  return { port: METRICS_PORT, host: METRICS_HOST ?? '127.0.0.1' };
}

function readBackup({
  BACKUP_DIR,
  BACKUP_EVERY_HOURS,
  BACKUP_KEEP,
  DATABASE_URL,
}: Variables): BackupConfig | null {
  if (BACKUP_DIR === undefined) return null;
  if (DATABASE_URL !== undefined)
    throw new ConfigError(
      'BACKUP_DIR is set, and DATABASE_URL too: a PostgreSQL server is backed up by its own tools (docs/operating.md).',
    );
  return { folder: BACKUP_DIR, everyMs: BACKUP_EVERY_HOURS * 3_600_000, keep: BACKUP_KEEP };
}

function readS3(value: Variables): S3Config | null {
  const bucket = value.S3_BUCKET;
  const keys = allOrNone(value, ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  if (bucket === undefined) {
    const idle = (
      ['S3_REGION', 'S3_ENDPOINT', 'S3_BROWSER_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_PREFIX'] as const
    ).filter((name) => value[name] !== undefined);
    if (idle.length > 0)
      throw new ConfigError(`S3_BUCKET is not set, but ${idle.join(', ')} says that files go to a bucket.`);
    return null;
  }
  return {
    bucket,
    region: value.S3_REGION ?? 'us-east-1',
    endpoint: value.S3_ENDPOINT,
    browserEndpoint: value.S3_BROWSER_ENDPOINT === 'off' ? null : value.S3_BROWSER_ENDPOINT,
    prefix: value.S3_PREFIX ?? '',
    credentials: keys && { accessKeyId: keys[0], secretAccessKey: keys[1] },
  };
}

/** Encrypted, but on this machine; and never this server itself, whose pages a frame would then stand among. */
function readEmbedOrigins({ EMBED_HOSTS, PUBLIC_URL, PORT }: Variables): string[] {
  const own = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`).origin;
  return EMBED_HOSTS.split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const url = URL.parse(part);
      const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
      const isUsable =
        url !== null &&
        (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) &&
        part.replace(/\/$/, '') === url.origin;
      if (!isUsable)
        throw new ConfigError(
          `EMBED_HOSTS is not usable: ${part} must be like https://reports.example.com, without a path.`,
        );
      if (url.origin === own) throw new ConfigError(`EMBED_HOSTS is not usable: ${part} is Rowhouse itself.`);
      return url.origin;
    });
}

function readIdentity(value: Variables): IdentityConfig {
  const oidc = allOrNone(value, ['OIDC_ISSUER', 'OIDC_CLIENT_ID']);
  const cognito = allOrNone(value, ['COGNITO_REGION', 'COGNITO_USER_POOL_ID', 'COGNITO_CLIENT_ID']);
  const passwords = value.PASSWORD_SIGN_IN === undefined ? oidc === null : value.PASSWORD_SIGN_IN === 'on';
  if (!passwords && oidc === null) {
    throw new ConfigError('PASSWORD_SIGN_IN is off and no OIDC_ISSUER is set: nobody could sign in.');
  }
  if (!passwords && cognito !== null) {
    throw new ConfigError(
      'PASSWORD_SIGN_IN is off, but COGNITO_USER_POOL_ID is set: Cognito takes passwords.',
    );
  }
  return {
    oidc: oidc && {
      issuer: oidc[0],
      clientId: oidc[1],
      clientSecret: value.OIDC_CLIENT_SECRET,
      scopes: value.OIDC_SCOPES,
      label: value.OIDC_LABEL,
    },
    cognito: cognito && {
      region: cognito[0],
      userPoolId: cognito[1],
      clientId: cognito[2],
      clientSecret: value.COGNITO_CLIENT_SECRET,
      endpoint: value.COGNITO_ENDPOINT,
    },
    passwords,
    registration: passwords && value.REGISTRATION === 'on',
    mfaSkipExemptEmail: value.MFA_SKIP_EXEMPT_EMAIL?.toLowerCase() ?? null,
  };
}

/** The values of variables that make sense only together, or null when none of them is set. */
function allOrNone<const Names extends readonly (keyof Variables & string)[]>(
  value: Variables,
  names: Names,
): { [Name in keyof Names]: string } | null {
  const missing = names.filter((name) => value[name] === undefined);
  if (missing.length === names.length) return null;
  const there = names.filter((name) => value[name] !== undefined);
  if (missing.length > 0)
    throw new ConfigError(
      `${there.join(' and ')} ${there.length > 1 ? 'are' : 'is'} set: ${missing.join(' and ')} must be set as well.`,
    );
  return names.map((name) => String(value[name])) as { [Name in keyof Names]: string };
}
