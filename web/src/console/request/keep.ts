import { stored, storedInTab } from '../../lib/stored.ts'
import { consoleKey } from '../../session/console-keys.ts'
import { type Auth, NO_AUTH, type Row, type Values } from './values.ts'

/*
 * What a person typed stays in this tab, unless they choose to keep it on the device. It is theirs alone: the key names their account,
 * and signing out removes it (session/console-keys.ts).
 */
export interface Kept {
  env_id: string
  /** Undefined until the person has chosen. */
  auth: Auth | undefined
  /** The values of variables that the person typed, by name. */
  variables: Record<string, string>
  /** By page. */
  values: Record<string, Values>
}

const PAGES_MAX = 20
const CHARS_MAX = 400_000

const nothing = (): Kept => ({ env_id: '', auth: undefined, variables: {}, values: {} })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'
const isRow = (value: unknown): value is Row => isRecord(value) && isText(value['name']) && isText(value['value'])
const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow)

/** What is stored can be of another version of the product, or written by another program. */
const isAuth = (value: unknown): value is Auth => isRecord(value) && Object.keys(NO_AUTH).every((key) => isText(value[key]))

export const isValues = (value: unknown): value is Values =>
  isRecord(value) &&
  ['path', 'query', 'headers', 'cookies', 'rows'].every((part) => isRows(value[part])) &&
  isText(value['type']) &&
  isText(value['text'])

function keptIn(value: unknown): Kept | undefined {
  if (!isRecord(value)) return undefined
  const { env_id, auth, variables, values } = value
  const entries = (all: unknown) => (isRecord(all) ? Object.entries(all) : [])
  return {
    env_id: typeof env_id === 'string' ? env_id : '',
    auth: isAuth(auth) ? auth : undefined,
    variables: Object.fromEntries(entries(variables).filter((entry): entry is [string, string] => isText(entry[1]))),
    values: Object.fromEntries(entries(values).filter((entry): entry is [string, Values] => isValues(entry[1]))),
  }
}

const keyOf = (uid: string, item_id: string) => consoleKey(uid, `${item_id}.values`)

/** What this person typed for the item, and whether it is kept on this device. */
export function readKept(uid: string, item_id: string): { kept: Kept; isOnDevice: boolean } {
  const onDevice = keptIn(stored.readJson(keyOf(uid, item_id)))
  return { kept: onDevice ?? keptIn(storedInTab.readJson(keyOf(uid, item_id))) ?? nothing(), isOnDevice: onDevice !== undefined }
}

/** Stores it in this tab, or on the device. The pages that were used last stay. */
export function writeKept(uid: string, item_id: string, kept: Kept, isOnDevice: boolean) {
  const key = keyOf(uid, item_id)
  const [to, other] = isOnDevice ? [stored, storedInTab] : [storedInTab, stored]
  other.remove(key)
  const values = Object.entries(kept.values).slice(-PAGES_MAX)
  let text = JSON.stringify({ ...kept, values: Object.fromEntries(values) })
  while (text.length > CHARS_MAX && values.length > 0) {
    values.shift()
    text = JSON.stringify({ ...kept, values: Object.fromEntries(values) })
  }
  if (text.length <= CHARS_MAX) to.write(key, text)
}

/** The same with the values of one page, which is now the one that was used last. */
export function withPage(kept: Kept, page_id: string, values: Values): Kept {
  const { [page_id]: _before, ...others } = kept.values
  return { ...kept, values: { ...others, [page_id]: values } }
}
