import type { ConsoleCall } from '@sheaf/contract'
import type { ApiCall } from '@sheaf/description/call'
import { CONSOLE_FIELDS_MAX, DocumentedFields, documentedAnswers, documentedContent } from '@sheaf/description/documented'

type Place = Pick<ConsoleCall, 'method' | 'path'> & { page_id: number }

/** What the console needs of a call, within limits. */
export function consoleCall({ page_id, method, path }: Place, call: ApiCall) {
  const fields = new DocumentedFields(CONSOLE_FIELDS_MAX)
  const model = {
    page_id,
    method,
    path,
    schemes: call.security ?? [],
    in_path: fields.take(call.path ?? [], true),
    in_query: fields.take(call.query ?? [], true),
    in_headers: fields.take(call.headers ?? [], true),
    in_cookies: fields.take(call.cookies ?? [], true),
    bodies: (call.bodies ?? []).map((content) => documentedContent(fields, content, true)),
    responses: documentedAnswers(fields, call),
  }
  return { ...model, is_cut: fields.isCut }
}
