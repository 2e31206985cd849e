import { pino } from 'pino';
import type { DestinationStream } from 'pino';

/** Structured, one JSON object a line. Fields that carry secrets never reach it whole. */
export function createLog(level: string, to: DestinationStream = pino.destination(1)) {
  const options = {
    level,
    base: undefined,
    redact: {
      paths: [
        'password',
        'token',
        'serviceToken',
        'backend_jwt',
        'authorization',
        'cookie',
        '*.password',
        '*.token',
        '*.serviceToken',
        '*.backend_jwt',
        '*.authorization',
        '*.cookie',
        'req.headers.authorization',
        'req.headers.backend_jwt',
        'req.headers.cookie',
      ],
      censor: '[redacted]',
    },
  };
  return pino(options, to);
}

export type Log = ReturnType<typeof createLog>;
