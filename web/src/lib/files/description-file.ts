import { decodeText } from './decode.ts'

/** The facts that a description states about itself; '' for missing ones. */
export interface Described {
  title: string
  version: string
  /** The structure of a database. */
  isDatabase?: boolean
  /** The description of an API, as its first keys say. */
  isApi?: boolean
}

/** A longer JSON file is not parsed here: this thread draws the screen. */
const PARSED_MAX = 4 * 1024 * 1024
/** `info` of a YAML file is near its start. */
const HEAD_MAX = 64 * 1024

const LINE_MAX = 200

const inOneLine = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, LINE_MAX) : '')

const read = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined)

function ofJson(text: string): Described {
  try {
    const root: unknown = JSON.parse(text)
    if (Array.isArray(read(root, 'tables'))) return { title: inOneLine(read(root, 'name')), version: '', isDatabase: true }
    const info = read(root, 'info')
    const isApi = ['openapi', 'swagger'].some((key) => typeof read(root, key) === 'string')
    return { title: inOneLine(read(info, 'title')), version: inOneLine(read(info, 'version')), ...(isApi && { isApi }) }
  } catch {
    return { title: '', version: '' }
  }
}

/** The lines of `info` in a YAML file; a value over several lines is not read. */
function ofYaml(text: string): Described {
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => /^info:\s*(?:#.*)?$/.test(line))
  const found: Described = { title: '', version: '', ...(lines.some((line) => /^(?:openapi|swagger):/.test(line)) && { isApi: true }) }
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    if (/^\S/.test(line)) break
    const [, name, value = ''] = /^ {1,8}(title|version):[ \t]+(\S.*)$/.exec(line) ?? []
    if ((name === 'title' || name === 'version') && !/^[|>&*]/.test(value))
      found[name] = inOneLine(value.replace(/^(['"])(.*)\1\s*$/, '$2'))
  }
  return found
}

/** The title and the version in a file, to fill a form; both empty for a file that is not text. */
export async function describedIn(file: File): Promise<Described> {
  const head = await textOf(file.slice(0, HEAD_MAX), file.size > HEAD_MAX)
  if (!/^\s*\{/.test(head)) return ofYaml(head)
  if (file.size > PARSED_MAX) {
    const isDatabase = /^\s*\{\s*"sheaf"\s*:\s*"database"/.test(head)
    const isApi = /^\s*\{\s*"(?:openapi|swagger)"\s*:\s*"/.test(head)
    return { title: '', version: '', ...(isDatabase && { isDatabase }), ...(isApi && { isApi }) }
  }
  return ofJson(await textOf(file))
}

const textOf = async (part: Blob, isCut = false) => decodeText(new Uint8Array(await part.arrayBuffer()), isCut).replace(/^\uFEFF/, '')

/** A name for blocks and commands: "Order Service API" as `order-service-api`, otherwise the name of the file. */
export function sourceNameOf(title: string, fileName: string): string {
  const nameOf = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
      .replace(/^-+|-+$/g, '')
  return nameOf(title.replace(/\bapi\b/i, '')) || nameOf(fileName.replace(/\.(?:json|ya?ml)(?:\.gz)?$|\.gz$/i, '')) || 'api'
}
