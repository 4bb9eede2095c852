import { fieldsOf } from './read-fields.ts'
import { isObject, type Json, listOf, textOf } from './read-json.ts'
import type { Part, PartKind } from './types.ts'

function answer(kind: PartKind, example: unknown, described: unknown): Part {
  const text = textOf(example)
  return { kind, terms: [], fields: fieldsOf(described), examples: text.trim() === '' ? [] : [{ name: '', text }] }
}

/** Examples with names of their own, each with its fields: those of a socket, and what newer clients write for several answers. */
function named(kind: PartKind, examples: unknown): Part[] {
  return (listOf(examples) ?? []).filter(isObject).flatMap((one) => {
    const text = textOf(one['data'] ?? one['payload'] ?? one['text'])
    if (one['enabled'] === false || text.trim() === '') return []
    return [{ kind, terms: [], fields: fieldsOf(one['param']), examples: [{ name: textOf(one['name']), text }] }]
  })
}

export const answersOf = (response: Json, isSocket: boolean): Part[] => [
  answer('response', response['responseExample'], response['responseParamsDesc']),
  answer('failure', response['responseFailExample'], response['responseFailParamsDesc']),
  ...named(isSocket ? 'messages' : 'response', response['examples']),
]

export const templatesOf = (messaging: unknown): Part[] => (isObject(messaging) ? named('templates', messaging['templates']) : [])
