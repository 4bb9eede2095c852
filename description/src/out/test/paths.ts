import type { ApiCall, ApiField } from '../../call/call.ts'

const step = (name: string) => (/^[^\s`.[\]<>():+]+$/.test(name) ? name : `\`${name}\``)

function* inFields(above: string, fields: ApiField[] = [], depth = 0): Generator<string> {
  for (const { name, lists = 0, fields: below } of fields) {
    if (name === '' || /[`\n]/.test(name)) continue
    const path = `${above}.${step(name)}`
    yield path
    if (depth < 4) yield* inFields(path + '[]'.repeat(lists), below, depth + 1)
  }
}

/** The paths by which people write words about a call, as the editor offers them. */
export function* pathsOf(call: ApiCall): Generator<string> {
  yield 'description'
  for (const [name, fields] of [
    ['path', call.path],
    ['query', call.query],
    ['header', call.headers],
    ['cookie', call.cookies],
  ] as const)
    yield* inFields(name, fields)
  const bodies = call.bodies ?? []
  if (bodies.length > 0) yield 'body'
  for (const { contentType, fields } of bodies)
    yield* inFields(bodies.length > 1 && !/[()]/.test(contentType) ? `body(${contentType})` : 'body', fields)
  for (const { status, headers, contents } of call.responses ?? []) {
    const name = /^\d\w*$/.test(status) ? status : 'default'
    yield name
    yield* inFields(`${name}.header`, headers)
    for (const { fields } of contents.slice(0, 1)) yield* inFields(name, fields)
  }
}
