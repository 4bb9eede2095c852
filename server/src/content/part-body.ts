import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { StoredPart } from '@sheaf/description/compose'

const expand = promisify(zstdDecompress)

/** Begins the placeholder of a page's address. */
export const PLACEHOLDER = 'sheaf-page:'

/** The content of a part as it is stored. */
export const bodyOf = async (body: Buffer): Promise<StoredPart['body']> => JSON.parse((await expand(body)).toString('utf8'))

/** Placeholders of tables also name their source, because two databases can have tables with the same name. */
const ofSource = (body: string, name: string) => body.replaceAll(`${PLACEHOLDER}table%20`, `${PLACEHOLDER}${name}~table%20`)

/** The content of a part of the source `name` with placeholders that name it. */
export async function bodyIn(body: Buffer, name: string): Promise<StoredPart['body']> {
  return JSON.parse(ofSource((await expand(body)).toString('utf8'), name))
}
