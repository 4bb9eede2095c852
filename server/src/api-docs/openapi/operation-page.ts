import type { ApiCall, ApiSection } from '../api/api-call.ts'
import { code } from '../api/api-cell.ts'
import { apiPageMarkdown } from '../api/api-page.ts'
import { clientPage } from '../calls/client-page.ts'
import { isTrue, own, textAt } from './json.ts'
import { type Operation, titleOf } from './operations.ts'
import { requestOf } from './requests.ts'
import { responsesOf } from './responses.ts'
import { externalDocs } from './schema/schema-notes.ts'
import { securityLines } from './security.ts'
import { serverBlocks, serversOf } from './servers.ts'
import type { Source } from './source.ts'

/** The address of a call: the first server of the operation, of its path or of the document, and the path. */
function addressOf(source: Source, { kind, path, pathItem, said }: Operation): string {
  if (kind !== 'path') return path
  const [server] = [said, pathItem, source.root].flatMap((holder) => serversOf(source, holder).slice(0, 1))
  return `${server?.address ?? ''}${path.startsWith('/') ? '' : '/'}${path}`
}

/** Servers that hold for this operation only. */
function ownServers(source: Source, { pathItem, said }: Operation): ApiSection[] {
  const servers = [said, pathItem].map((holder) => serversOf(source, holder)).find((all) => all.length > 0) ?? []
  return servers.length > 0 ? [{ title: source.t.servers, markdown: serverBlocks(source, servers).join('\n\n') }] : []
}

/** What is good to know beside the call itself. */
function moreOf({ t }: Source, { said }: Operation): ApiSection[] {
  const id = textAt(said, 'operationId').trim()
  const lines = [
    id && `- operationId: ${code(id)}`,
    externalDocs(own(said, 'externalDocs')) && `- ${externalDocs(own(said, 'externalDocs'))}`,
  ]
  const markdown = lines.filter(Boolean).join('\n')
  return markdown ? [{ title: t.more, markdown }] : []
}

/** The page of an operation. `callbacks` are links to the pages of the calls that it brings about. */
export function operationPage(source: Source, operation: Operation, callbacks: string[]): string {
  const { said, pathItem, method } = operation
  const pathWords = [textAt(pathItem, 'summary'), textAt(pathItem, 'description')].map((text) => text.trim())
  const description = [...new Set([textAt(said, 'description').trim(), ...pathWords])].filter(Boolean).join('\n\n')
  const called = callbacks.length > 0 ? [{ title: source.t.callbacks, markdown: callbacks.map((link) => `- ${link}`).join('\n') }] : []
  const call: ApiCall = {
    method,
    url: addressOf(source, operation),
    ...(description ? { description } : {}),
    deprecated: isTrue(own(said, 'deprecated')),
    auth: operation.kind === 'path' || own(said, 'security') !== undefined ? securityLines(source, said) : [],
    ...requestOf(source, operation),
    responses: responsesOf(source, operation),
    sections: [...ownServers(source, operation), ...called, ...moreOf(source, operation)],
  }
  return source.client ? clientPage(titleOf(operation), call) : apiPageMarkdown(call, source.language)
}
