import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What /metrics tells, in the text format of Prometheus. Each application has its own, so that tests do not share. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'rowhouse_http_request_seconds',
      help: 'Time from the request to the end of its answer, in seconds.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    refusals: new Counter({
      name: 'rowhouse_refusals_total',
      help: 'Answers that said no, by their code.',
      labelNames: ['code'],
      registers: [registry],
    }),
    sockets: new Gauge({
      name: 'rowhouse_sockets',
      help: 'Open sockets of people who are signed in.',
      registers: [registry],
    }),
    deliveries: new Counter({
      name: 'rowhouse_socket_deliveries_total',
      help: 'Messages about changed records that were sent to sockets.',
      registers: [registry],
    }),
    ready: new Gauge({
      name: 'rowhouse_ready',
      help: '1 while every part that the server needs answers.',
      registers: [registry],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
