// What the tests use of oidc-provider, which comes without types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Context = { readonly oidc?: { readonly route: string }; body: unknown };

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly Grant: new (of: { accountId: string; clientId: string }) => {
      addOIDCScope(scopes: string): void;
      save(): Promise<string>;
    };
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{
      readonly prompt: { readonly name: string };
      readonly params: Readonly<Record<string, string>>;
      readonly session?: { readonly accountId: string };
    }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
