import { existsSync } from 'node:fs';
import { z } from 'zod';

/** The one place that reads the environment. Each variable is named, with its meaning, in `.env.example`. */
const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  PUBLIC_URL: z.url().optional(),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  API_EXPLORER: z.enum(['on', 'off']).optional(),
  PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  DEMO: z.enum(['on', 'off']).default('on'),
  TOKEN_LIFETIME_HOURS: z.coerce.number().positive().max(720).default(24),
  COUNT_BUDGET_MS: z.coerce.number().int().min(1).max(10_000).default(150),
});

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly publicUrl: string | undefined;
  /** Signs tokens and links; made and kept under DATA_DIR when the environment gives none. */
  readonly secret: string | undefined;
  readonly logLevel: string;
  readonly mode: 'development' | 'test' | 'production';
  /** GraphiQL and introspection at /graphql. */
  readonly explorer: boolean;
  /** How many proxies stand before the server; the address of a request is taken from behind them. */
  readonly proxyHops: number;
  /** Whether a first start of an empty database makes the demo tenants. */
  readonly demo: boolean;
  readonly tokenLifetimeMs: number;
  /** How long an answer may wait for its total before it goes out without. */
  readonly countBudgetMs: number;
};

/** What a file `.env` in the present folder sets, unless the environment says otherwise. */
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
        .map((issue) => `${issue.path.join('.')} is not usable: ${issue.message}.`)
        .join('\n'),
    );
  }
  const value = parsed.data;
  if (value.DATABASE_URL !== undefined && value.NODE_ENV === 'production' && value.SECRET === undefined) {
    throw new ConfigError(
      'SECRET is not set: with DATABASE_URL it must be given, so that every process signs with the same one.',
    );
  }
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    publicUrl: value.PUBLIC_URL,
    secret: value.SECRET,
    logLevel: value.LOG_LEVEL,
    mode: value.NODE_ENV,
    explorer:
      value.API_EXPLORER === undefined ? value.NODE_ENV === 'development' : value.API_EXPLORER === 'on',
    proxyHops: value.PROXY_HOPS,
    demo: value.DEMO === 'on',
    tokenLifetimeMs: value.TOKEN_LIFETIME_HOURS * 3_600_000,
    countBudgetMs: value.COUNT_BUDGET_MS,
  };
}
