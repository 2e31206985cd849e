// What the tests use of cognito-local, with types of their own: its own bring along those of the whole old SDK of AWS, 50 MB that
// would be read for each check of the types, four fifths of all that is read.
import { createRequire } from 'node:module';
import type { Server } from 'node:http';

type Clock = { get(): Date };
type Defaults = { UsernameAttributes: string[] };
type Route = (context: unknown, request: unknown) => Promise<unknown>;
type Triggers = { enabled(): boolean } & Record<string, unknown>;
type Mailer = {
  sendEmail(context: unknown, user: unknown, to: string, message: { __code?: string }): Promise<void>;
  sendSms(): Promise<void>;
};
/** Only handed on, from one of its parts to another. */
type Part<Name extends string> = { readonly part: Name };
type Make<Arguments extends unknown[], Name extends string> = new (...parts: Arguments) => Part<Name>;

const load = createRequire(import.meta.url);
const loadPart = <Exports>(name: string): Exports => load(`cognito-local/lib/${name}.js`) as Exports;

export const { Router } = loadPart<{
  Router(services: {
    clock: Clock;
    cognito: Part<'cognito'>;
    config: { UserPoolDefaults: Defaults };
    messages: Part<'messages'>;
    otp: () => string;
    tokenGenerator: Part<'tokens'>;
    triggers: Triggers;
  }): (call: string) => Route;
}>('server/Router');
export const { createServer } = loadPart<{
  createServer(
    router: (call: string) => Route,
    logger: unknown,
    options: { port: number; hostname: string },
  ): { start(): Promise<Server> };
}>('server/server');
export const { CognitoServiceFactoryImpl } = loadPart<{
  CognitoServiceFactoryImpl: new (
    folder: string,
    stores: Part<'stores'>,
    pools: Part<'pools'>,
  ) => { create(context: unknown, defaults: Defaults): Promise<Part<'cognito'>> };
}>('services/cognitoService');
export const { StormDBDataStoreFactory } = loadPart<{
  StormDBDataStoreFactory: Make<[folder: string], 'stores'>;
}>('services/dataStore/stormDb');
export const { UserPoolServiceFactoryImpl } = loadPart<{
  UserPoolServiceFactoryImpl: Make<[clock: Clock, stores: Part<'stores'>], 'pools'>;
}>('services/userPoolService');
export const { MessageDeliveryService } = loadPart<{
  MessageDeliveryService: Make<[mailer: Mailer], 'delivery'>;
}>('services/messageDelivery/messageDelivery');
export const { MessagesService } = loadPart<{
  MessagesService: Make<[triggers: Triggers, delivery: Part<'delivery'>], 'messages'>;
}>('services/messages');
export const { JwtTokenGenerator } = loadPart<{
  JwtTokenGenerator: Make<[clock: Clock, triggers: Triggers, options: { IssuerDomain: string }], 'tokens'>;
}>('services/tokenGenerator');
export const { otp } = loadPart<{ otp: () => string }>('services/otp');
