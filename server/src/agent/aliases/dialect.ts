import { type ErrorName, errorMessage, type Refusal } from '@sheaf/contract'
import { type Language, languageIn } from '@sheaf/contract/languages'
import type { Grant } from '../../context.ts'

/*
 * How programs of ShowDoc 3.9 write their messages and read refusals: PHP writes an empty object as [], a refusal is an error of JSON-RPC
 * with a number of ShowDoc, and its language is Chinese if the program asks for none.
 */

export const languageOfShowdoc = (accepted: string | undefined): Language => languageIn(accepted ?? 'zh-CN')

const OBJECTS = ['arguments', 'capabilities']

/** The message with the empty lists that PHP writes for empty objects as objects. */
export function withObjects(message: object): object {
  if (!('params' in message)) return message
  const { params } = message
  if (Array.isArray(params)) return params.length === 0 ? { ...message, params: {} } : message
  if (typeof params !== 'object' || params === null) return message
  const changed = Object.entries(params).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    OBJECTS.includes(name) && Array.isArray(value) && value.length === 0 ? {} : value,
  ])
  return { ...message, params: Object.fromEntries(changed) }
}

const TOKEN_INVALID = -32001
const NO_EDIT_PERMISSION = -32004
const NOT_FOUND = -32006
const OTHER = -32010

const numbers: Partial<Record<ErrorName, number>> = {
  tokenNeeded: TOKEN_INVALID,
  tokenInvalid: TOKEN_INVALID,
  levelMissing: NO_EDIT_PERMISSION,
  noPermission: NO_EDIT_PERMISSION,
  notFound: NOT_FOUND,
  pageUnknown: NOT_FOUND,
  itemUnknown: NOT_FOUND,
  itemOutside: NOT_FOUND,
  tooLarge: -32007,
  tooMany: -32008,
  versionOutdated: -32009,
}

/**
 * A refusal as ShowDoc numbers it. For a limited token any other item is outside, whether it exists or not; the library does not send the
 * number that ShowDoc has for that.
 */
export function showdocRefusal({ error, fill }: Refusal, language: Language, grant?: Grant) {
  const name = error === 'itemUnknown' && grant?.items ? 'itemOutside' : error
  return { code: numbers[name] ?? OTHER, message: errorMessage(name, language, fill) }
}

/** The answer to a request that reaches no tool. */
export const refusalOf = (refusal: Refusal, language: Language) => ({ jsonrpc: '2.0', id: null, error: showdocRefusal(refusal, language) })
