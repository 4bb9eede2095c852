import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

interface File {
  path: string
  type: string
  isForever: boolean
  packed: Record<string, string>
}

/** Serves the built files, which are listed once at startup: no address can make it read any other file (S80). */
export function serveStatic(app: FastifyInstance, folder: string) {
  const names = new Set(list(folder))
  const files = new Map<string, File>()
  for (const name of names) {
    const type = types[extname(name)]
    if (!type || name.startsWith('.vite')) continue
    const packed = Object.fromEntries(
      ['br', 'gz'].flatMap((kind) => (names.has(`${name}.${kind}`) ? [[kind, join(folder, `${name}.${kind}`)]] : [])),
    )
    files.set(name, { path: join(folder, name), type, isForever: name.startsWith('assets/'), packed })
  }
  const contents = new Map<string, Buffer>()
  const bytesOf = (path: string) => {
    const known = contents.get(path) ?? readFileSync(path)
    contents.set(path, known)
    return known
  }
  const give = (name: string) => (request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(`${name}${(request.params as { '*'?: string })['*'] ?? ''}`)
    return file ? send(reply, file, String(request.headers['accept-encoding'] ?? ''), bytesOf) : reply.callNotFound()
  }
  // One route per folder: a route for each of hundreds of files takes a tenth of the startup time.
  const folders = new Set([...files.keys()].filter((name) => name.includes('/')).map((name) => name.slice(0, name.indexOf('/') + 1)))
  for (const name of folders) app.get(`/${name}*`, give(name))
  for (const name of files.keys()) if (!name.includes('/')) app.get(`/${name}`, give(name))
}

function send(reply: FastifyReply, file: File, accepts: string, bytesOf: (path: string) => Buffer) {
  const kind = accepts.includes('br') && file.packed['br'] ? 'br' : accepts.includes('gzip') && file.packed['gz'] ? 'gz' : undefined
  if (kind) reply.header('content-encoding', kind === 'gz' ? 'gzip' : 'br')
  return reply
    .header('content-type', file.type)
    .header('cache-control', file.isForever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    .header('vary', 'accept-encoding')
    .send(bytesOf(kind ? (file.packed[kind] as string) : file.path))
}

/** The paths of all files below the folder; empty when the folder does not exist. */
function list(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
