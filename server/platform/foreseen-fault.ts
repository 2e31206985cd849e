import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { ConfigError } from './config.ts';

/**
 * What can be expected to go wrong before an installation runs, in words for whoever started it: what it is, and what to do.
 * Null for everything else, which is a bug and keeps its stack.
 * @param variable what named the database that was being opened
 */
export function sayForeseenFault(error: unknown, variable = 'DATABASE_URL'): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Refusal || error instanceof ConfigError) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_PARSE_ARGS')) return error.message;
  return sayDatabaseFault(error, code, variable);
}

/** Of opening the database that the variable names. */
function sayDatabaseFault(error: Error, code: string, variable: string): string | null {
  const place = placeOf(error);
  if (code === 'ECONNREFUSED')
    return `Nobody answers at ${place}, the address in ${variable}. Start PostgreSQL there, or correct ${variable}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host ${place} in ${variable} is not known. Correct ${variable}, or look to the name service of this machine.`;
  if (code.startsWith('28'))
    return `The PostgreSQL server of ${variable} does not let this user in: ${error.message}. Correct the user and the password in ${variable}.`;
  if (code === '3D000')
    return `The database of ${variable} is not there: ${error.message}. Make it (create database … owner …), or correct ${variable}.`;
  if (code === '08P01' && error.message.includes('startup parameter'))
    return `${variable} leads through a pooler, which takes no settings at the start of a connection: ${error.message}. Name the database itself, past the pooler, in DATABASE_LISTEN_URL.`;
  if (/^(ECONN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|57P0|53300)/.test(code) || isWaitOver(error))
    return `The database of ${variable} does not answer: ${error.message || code}. Look whether PostgreSQL runs and can be reached, and start again.`;
  return null;
}

const isWaitOver = (error: Error): boolean =>
  /timeout exceeded when trying to connect|timeout expired|connection terminated/i.test(error.message);

/** The address that an attempt to connect names; of several attempts, the first one's. */
function placeOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { address, port, hostname } = first as { address?: string; port?: number; hostname?: string };
  if (address !== undefined) return port === undefined ? address : `${address}:${port}`;
  return hostname ?? 'that address';
}
