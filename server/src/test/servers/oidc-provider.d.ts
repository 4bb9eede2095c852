/** The part of the package that the tests use. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: object)
    on(event: string, listener: (ctx: unknown, error: Error) => void): this
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  }
}
