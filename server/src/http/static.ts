import { existsSync, readdirSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { policy } from './app.ts'

/** The kinds of files that the build makes for browsers; nothing else is served. */
const served = new Set(['.js', '.css', '.svg', '.png', '.jpg', '.webp', '.ico', '.woff2', '.zip', '.txt', '.webmanifest'])

/** Serves the built files with their packed forms. They are listed once at start: no other path is read (S80). */
export function serveStatic(app: FastifyInstance, folder: string) {
  const files = new Set(list(folder).filter((name) => served.has(extname(name)) && !name.startsWith('.vite')))
  if (files.size === 0) return
  app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  const send = (prefix: string) => (request: FastifyRequest, reply: FastifyReply) => {
    const name = `${prefix}${(request.params as { '*'?: string })['*'] ?? ''}`
    if (!files.has(name)) return reply.callNotFound()
    // A worker obeys the policy of its own script, not that of the page that starts it.
    if (name.endsWith('.js')) reply.header('content-security-policy', policy)
    const isHashed = name.startsWith('assets/')
    return reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600').sendFile(name)
  }
  // One route per folder: one per file would take a tenth of the start.
  const folders = new Set([...files].filter((name) => name.includes('/')).map((name) => name.slice(0, name.indexOf('/') + 1)))
  for (const name of folders) app.get(`/${name}*`, send(name))
  for (const name of files) if (!name.includes('/')) app.get(`/${name}`, send(name))
}

/** The paths of all files below the folder; none if it does not exist. */
function list(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
