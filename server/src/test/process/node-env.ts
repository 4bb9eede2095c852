import { fileURLToPath } from 'node:url'

const compiled = fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url))

/** What every Node that a test starts gets along: where programs are, and what Node has compiled before (scripts/test.mjs). */
export const nodeEnv: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compiled,
}
