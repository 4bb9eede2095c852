import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Refusal } from '@sheaf/contract'
import type { Upload } from '../../http/body/body.ts'
import { cleanName, extensionOf, isDangerous, kinds, pictures } from './file-kinds.rules.ts'
import { isDrawable, pictureIn } from './picture.rules.ts'

/** Bytes read from the start of a file: enough for the headers of a photograph with an embedded preview. */
const HEAD = 1024 * 1024

export interface Accepted {
  display_name: string
  file_type: string
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const isProgram = (head: string) => /^(?:7f454c46|4d5a(?:[01][0-9a-f]|[89a-f]))/.test(head)

/** Whether the bytes contain a UTF-16 zero character. */
function hasWideZero(chunk: Buffer) {
  for (let at = 0; at + 1 < chunk.length; at += 2) if (chunk[at] === 0 && chunk[at + 1] === 0) return true
  return false
}

/** Whether a file is text: not an executable, and without zero bytes (after a UTF-16 byte order mark: without zero characters). */
async function isText(path: string): Promise<boolean> {
  let hasZero: ((chunk: Buffer) => boolean) | undefined
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const head = chunk.toString('hex', 0, 4)
    if (!hasZero && isProgram(head)) return false
    hasZero ??= /^(?:fffe|feff)/.test(head) ? hasWideZero : (bytes) => bytes.includes(0)
    if (hasZero(chunk)) return false
  }
  return true
}

function pictureType(head: Buffer): string | undefined {
  const type = pictureIn(head)
  return type && isDrawable(type, head) ? type : undefined
}

/** Accepts any kind of picture if both name and content are a picture; a picture from the clipboard has no name. */
export async function mustBePicture({ path, name }: Upload): Promise<Accepted> {
  const display_name = cleanName(name)
  const file_type = pictureType(await headOf(path))
  if (!file_type || isDangerous(display_name)) throw new Refusal('pictureNotAllowed')
  if (display_name === '' || display_name === 'blob')
    return { display_name: `${display_name || 'image'}.${pictureExtension(file_type)}`, file_type }
  if (!(extensionOf(display_name) in pictures)) throw new Refusal('pictureNotAllowed')
  return { display_name, file_type }
}

const pictureExtension = (type: string) => (type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length))

/** Accepts pictures, and files of the published list whose content matches their extension; the content type of the client is ignored. */
export async function mustBeAllowed(upload: Upload): Promise<Accepted> {
  const display_name = cleanName(upload.name)
  const extension = extensionOf(display_name)
  if (extension in pictures) return mustBePicture(upload)
  const kind = Object.hasOwn(kinds, extension) ? kinds[extension] : undefined
  const name = display_name || '?'
  if (!kind || isDangerous(display_name)) throw new Refusal('fileNotAllowed', { name })
  const isMatch = kind.begins ? kind.begins.test((await headOf(upload.path)).toString('hex', 0, 1100)) : await isText(upload.path)
  if (!isMatch) throw new Refusal('fileNotAsNamed', { name })
  return { display_name, file_type: kind.type }
}
