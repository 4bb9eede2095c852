import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'

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

/** Our own built files, listed once at start: nothing else is ever read, whatever the address says (S80). */
export function serveStatic(app: FastifyInstance, folder: string) {
  const files = new Map<string, File>()
  for (const name of list(folder)) {
    const type = types[extname(name)]
    if (!type || name.startsWith('.vite')) continue
    const packed = Object.fromEntries(
      ['br', 'gz'].flatMap((kind) => (exists(join(folder, `${name}.${kind}`)) ? [[kind, join(folder, `${name}.${kind}`)]] : [])),
    )
    files.set(`/${name}`, { path: join(folder, name), type, isForever: name.startsWith('assets/'), packed })
  }
  const contents = new Map<string, Buffer>()
  const bytesOf = (path: string) => {
    const known = contents.get(path) ?? readFileSync(path)
    contents.set(path, known)
    return known
  }
  for (const [url, file] of files)
    app.get(url, (request, reply) => send(reply, file, String(request.headers['accept-encoding'] ?? ''), bytesOf))
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

const list = (folder: string) =>
  exists(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => statSync(join(folder, name)).isFile())
    : []

function exists(path: string) {
  try {
    return Boolean(statSync(path))
  } catch {
    return false
  }
}
