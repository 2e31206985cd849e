import { Readable } from 'node:stream';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { RefusalCode } from '@rowhouse/domain/kernel/refusal.ts';
import { requireOrderEntry } from '@rowhouse/domain/order-entry/access.ts';
import { largestOrderFileBytes } from '@rowhouse/domain/order-entry/limits.ts';
import {
  orderFileGrant,
  orderFileKey,
  orderFileKinds,
  orderFileNotFound,
  orderFileUploadGrant,
  orderFileUploadOver,
} from '@rowhouse/domain/order-entry/order-files.ts';
import type { FastifyInstance } from 'fastify';
import { findGrantedMember, withNewest } from '../../graphql/granted-member.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Database } from '../../platform/database/database.ts';
import { drain } from '../../platform/drain.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import type { OrderFileToSend } from './operations.ts';
import { createOrderFileReceiver } from './receive-order-file.ts';
import { readFiles, selectFiles } from './sql.ts';

type OrderFileParts = {
  readonly database: Database;
  readonly configs: TenantConfigCache;
  readonly grants: Grants;
  readonly storage: ObjectStorage;
  readonly log: Log;
};

const statusOf: Readonly<Record<RefusalCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  LIMITED: 429,
  UNAVAILABLE: 503,
};

/** The files of order entry by the grants in their links: read by who may order, sent by who administers. */
export function registerOrderFileRoutes(app: FastifyInstance, parts: OrderFileParts): void {
  const { grants, storage } = parts;
  const receive = createOrderFileReceiver(parts);

  app.get<{ Params: { '*': string } }>('/order-files/*', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const content = await open(grants.verifyGrant(orderFileGrant, request.params['*'])?.payload);
    if (content === null) return reply.code(404).send({ code: 'NOT_FOUND', message: orderFileNotFound });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="orders.csv"')
      .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
      .send(content);
  });

  void app.register(async (scope) => {
    // The bytes as they are, whatever the sender calls them. A form of another site cannot PUT.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    scope.put<{ Params: { '*': string } }>('/order-file-uploads/*', async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const body = request.body instanceof Readable ? request.body : Readable.from([]);
      try {
        const payload = grants.verifyGrant(orderFileUploadGrant, request.params['*'])?.payload;
        if (!payload) throw uploadIsOver();
        const find = () => findAdministrator(payload);
        const member = withNewest(await find(), find);
        return await receive(payload['upload'] as OrderFileToSend, body, member);
      } catch (error) {
        await drain(body, largestOrderFileBytes);
        const refusal = error instanceof StaleConfiguration ? uploadIsOver() : error;
        if (!(refusal instanceof Refusal)) throw error;
        return reply
          .code(statusOf[refusal.code])
          .send({ code: refusal.code, message: refusal.message, ...refusal.context });
      }
    });
  });

  async function findAdministrator(payload: Readonly<Record<string, unknown>>): Promise<MemberContext> {
    const member = await findGrantedMember(parts, payload, 'administers');
    if (!member?.viewer.administers) throw uploadIsOver();
    return member;
  }

  /** Whether the person may still order is asked now; the file is that of the company that the link was made for. */
  async function open(payload: Readonly<Record<string, unknown>> | undefined): Promise<Readable | null> {
    const kind = orderFileKinds.find((one) => one === payload?.['kind']);
    const member = payload === undefined ? null : await findGrantedMember(parts, payload, 'member');
    if (member === null || kind === undefined) return null;
    const { tenantId } = member.viewer;
    try {
      requireOrderEntry(member.config, member.viewer);
      const { answers } = await member.read([selectFiles(tenantId)]);
      if (!readFiles(answers[0]).some((file) => file.kind === kind)) return null;
    } catch (error) {
      if (error instanceof Refusal || error instanceof StaleConfiguration) return null;
      throw error;
    }
    return (await storage.open(orderFileKey(tenantId, kind)))?.content ?? null;
  }
}

const uploadIsOver = () => new Refusal('NOT_FOUND', orderFileUploadOver);
