import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Language } from '@sheaf/contract/languages'
import type { ApiCall } from '@sheaf/description/call'
import { descriptionOf } from '@sheaf/description/openapi'
import { type NamedSchema, readSchema } from '@sheaf/description/schema'
import { renderSchema, type SchemaUser } from '@sheaf/description/schema-view'
import type { Rendered } from '@sheaf/markdown'
import { boundedTask } from '../../runtime/bounded-task.ts'
import { textOf } from '../out/file-text.ts'

const expand = promisify(zstdDecompress)

interface Reading {
  is: 'read'
  /** The file of a version, compressed. */
  bytes: Uint8Array
  fileName: string
  /** Of the pages of the source. */
  language: Language
  name: string
}

interface Rendering {
  is: 'render'
  call: ApiCall
  users: SchemaUser[]
  more: number
  schemas: { names: string[]; address: string } | undefined
  /** Of the reader. */
  language: Language
  base: string
}

export type SchemaTask = Reading | Rendering

/** What `read` returns, and what `render` does. */
export interface SchemaResult {
  schema?: NamedSchema | undefined
  page?: Omit<Rendered, 'needs'> & { needs: string[] }
}

async function read({ bytes, fileName, language, name }: Reading): Promise<SchemaResult> {
  const document = descriptionOf(await textOf(await expand(bytes)))
  return { schema: readSchema({ name: fileName, document, language }, name) }
}

async function render({ call, schemas, ...options }: Rendering): Promise<SchemaResult> {
  const links = schemas && { names: new Set(schemas.names), address: `${options.base}${schemas.address}` }
  const page = await renderSchema(call, { ...options, schemas: links })
  return { page: { ...page, needs: [...page.needs] } }
}

/** Reads a named schema of a description, or renders one that was read. */
export default boundedTask((task: SchemaTask) => (task.is === 'read' ? read(task) : render(task)))
