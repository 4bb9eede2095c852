import type { ConsoleCall, ConsoleContent, ConsoleField } from '@sheaf/contract'
import { oneLine } from '@sheaf/contract/limits'
import type { ApiCall, ApiContent, ApiField } from '@sheaf/description/call'

/** Fields of one call; an answer is compared with these only. */
const FIELDS_MAX = 3000
const DEPTH_MAX = 20
const ABOUT_CHARS_MAX = 300
const VALUE_CHARS_MAX = 2000
const VALUES_MAX = 200
const EXAMPLE_CHARS_MAX = 100_000

/** Takes the fields of a call level by level, so that the upper ones are complete when the limit is reached. */
class Fields {
  private left = FIELDS_MAX
  isCut = false

  take(given: ApiField[], hasWords: boolean): ConsoleField[] {
    const top: ConsoleField[] = []
    let level: { from: ApiField[]; to: ConsoleField[] }[] = [{ from: given, to: top }]
    for (let depth = 0; level.length > 0; depth++) {
      const next: typeof level = []
      for (const { from, to } of level)
        for (const field of from) {
          if (this.left === 0 || depth >= DEPTH_MAX) {
            this.isCut = true
            break
          }
          this.left--
          const taken = fieldOf(field, hasWords)
          to.push(taken)
          if (field.fields?.length) next.push({ from: field.fields, to: taken.fields })
        }
      level = next
    }
    return top
  }
}

const fieldOf = (
  { name, type, required, description = '', example, default: preset, enum: values = [], only, lists = 0 }: ApiField,
  hasWords: boolean,
) => ({
  name,
  type,
  required: required === true,
  about: hasWords ? oneLine(description.replace(/<br>[\s\S]*/, ''), ABOUT_CHARS_MAX) : '',
  example: (example ?? preset ?? values[0] ?? '').slice(0, VALUE_CHARS_MAX),
  values: values.length > VALUES_MAX ? [] : values,
  is_alternative: only !== undefined,
  lists,
  fields: [] as ConsoleField[],
})

function contentOf(
  fields: Fields,
  { contentType, type, fields: own, forms = [], examples }: ApiContent,
  hasExample: boolean,
): ConsoleContent {
  const alternatives = forms.flatMap((form) => form.fields.map((field) => ({ ...field, only: field.only ?? form.name })))
  return {
    content_type: contentType,
    type: type || forms.map((form) => form.type || form.name).join(' | '),
    fields: fields.take([...own, ...alternatives], false),
    example: hasExample ? (examples[0]?.text ?? '').slice(0, EXAMPLE_CHARS_MAX) : '',
  }
}

type Place = Pick<ConsoleCall, 'method' | 'path'> & { page_id: number }

/** What the console needs of a call, within limits. */
export function consoleCall({ page_id, method, path }: Place, call: ApiCall) {
  const fields = new Fields()
  const model = {
    page_id,
    method,
    path,
    schemes: call.security ?? [],
    in_path: fields.take(call.path ?? [], true),
    in_query: fields.take(call.query ?? [], true),
    in_headers: fields.take(call.headers ?? [], true),
    in_cookies: fields.take(call.cookies ?? [], true),
    bodies: (call.bodies ?? []).map((content) => contentOf(fields, content, true)),
    responses: (call.responses ?? []).map(({ status, contents }) => ({
      status,
      contents: contents.map((content) => contentOf(fields, content, false)),
    })),
  }
  return { ...model, is_cut: fields.isCut }
}
