import { fileURLToPath } from 'node:url'

const compiled = fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url))

/** The environment of every Node process that a test starts: PATH and the compile cache (scripts/test.mjs). */
export const nodeEnv: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compiled,
}
